// The session as the server sees it. It can end without this page doing anything: logged out or given a new password on another
// device, or banned.
import { api } from './api';

let ended = $state(false);

// The server has ended the session of a connection: asks who one is now, which also gives a guest their cookie again.
export async function sessionEnded(): Promise<void> {
  const { account } = await api.me();
  ended = account === null;
}

export function isLoggedOut(): boolean {
  return ended;
}

export function noticeRead(): void {
  ended = false;
}
