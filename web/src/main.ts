import '@fontsource-variable/sofia-sans/wght.css';
import '@fontsource-variable/sofia-sans-condensed/wght.css';
import './styles/tokens.css';
import './styles/board.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { useLanguage } from './i18n/i18n.svelte';
import { apply, setting } from './app/settings.svelte';
import { explainEverything } from './ui/tips';

apply();
await useLanguage(setting('language'));
explainEverything();
mount(App, { target: document.getElementById('app') as HTMLElement });

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('./sw.js');
