import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// Written by the test, from docs/frameworks.md.
import { Members } from './Members';
import { Others } from './Others';

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <Members />
    <Others />
  </StrictMode>,
);
