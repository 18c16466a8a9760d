import { mount } from 'svelte';
// Written by the test, from docs/frameworks.md.
import Members from './Members.svelte';
import Others from './Others.svelte';

const target = document.querySelector('#app')!;
mount(Members, { target });
mount(Others, { target });
