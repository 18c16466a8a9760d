// Each line that ends in "wrong" is an error, and no other is: a test holds that.
import { createRef } from 'react';
import type { CollectionTimeline } from 'storefront-elements';

const timeline = createRef<CollectionTimeline>();

export const examples = [
  <otp-login codeLength={6} codeMode="numeric" noStorage words={{ heading: 'Members' }} />,
  <otp-login codeLength="six" />, // wrong
  <otp-login code-length="six" />, // wrong
  <otp-login code-mode="digits" />, // wrong
  <otp-login noStorage="no" />, // wrong
  <otp-login words="Members" />, // wrong
  <otp-login expiry={600} />, // wrong
  <otp-login ref={timeline} />, // wrong
  <otp-login onotp-login-success={({ email }) => email.trim()} />,
  <otp-login onotp-login-success={({ token }) => token} />, // wrong
  <reward-claim errorMap={{ gone: 'expired' }} />,
  <reward-claim errorMap={{ gone: 'away' }} />, // wrong
  <collection-timeline entries={[{ id: 1, type: 'note', created_at: '2026-01-10' }]} />,
  <collection-timeline entries={[{ type: 'note', created_at: '2026-01-10' }]} />, // wrong
  <collection-timeline scrubber="yes" />, // wrong
];
