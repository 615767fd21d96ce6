// How people are called when it is their turn and the page is closed: Web Push of this browser, mail, webhooks.
import { language } from '../i18n/i18n.svelte';
import type { NewWay } from '../wire/wire.gen';

// Minutes east of UTC, here and now.
export const zone = (): number => -new Date().getTimezoneOffset();

const code = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

// Asks the browser; null where the person or the browser does not want it.
export async function subscribe(key: string): Promise<NewWay | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  const known = old?.options.applicationServerKey;
  if (old && known && code(known) !== key) await old.unsubscribe(); // of another server, or from before its keys changed
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  return {
    kind: 'push',
    lang: language() as NewWay['lang'],
    zone: zone(),
    endpoint: made.endpoint,
    p256dh: code(made.getKey('p256dh')),
    auth: code(made.getKey('auth')),
  };
}

export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
