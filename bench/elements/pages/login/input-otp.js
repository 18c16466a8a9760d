/** input-otp: its README's set-up, with six slots and a button. */
import { OTPInput } from 'input-otp';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import './input-otp.css';

const slot = ({ char, placeholderChar, isActive }, index) =>
  createElement('div', { key: index, className: isActive ? 'slot active' : 'slot' }, char ?? placeholderChar);

createRoot(document.getElementById('login')).render(
  createElement(
    'form',
    { className: 'login' },
    createElement('h2', null, 'Log in with your email'),
    createElement('label', { htmlFor: 'code' }, 'Code from the email'),
    createElement(OTPInput, {
      id: 'code',
      maxLength: 6,
      render: ({ slots }) => createElement('div', { className: 'slots' }, slots.map(slot)),
    }),
    createElement('button', { type: 'submit' }, 'Log in'),
  ),
);
