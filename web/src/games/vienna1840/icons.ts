import { addIcons } from '@/ui/icons';

addIcons(import.meta.glob<string>('./icons/*.svg', { query: '?raw', import: 'default', eager: true }));
