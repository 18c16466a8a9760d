import { createApp, h } from 'vue';
// Written by the test, from docs/frameworks.md.
import Members from './Members.vue';
import Others from './Others.vue';

createApp({ render: () => [h(Members), h(Others)] }).mount('#app');
