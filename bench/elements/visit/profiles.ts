/** The machines and lines that shoppers have. */

export interface Profile {
  name: string;
  label: string;
  /** How many times slower the processor is. */
  cpu: number;
  /** Bytes per second, and milliseconds per request. */
  network?: { download: number; upload: number; latency: number };
}

const SLOW_BITS_PER_SECOND = 1.6e6;

export const profiles: Profile[] = [
  { name: '1x', label: 'CPU 1x', cpu: 1 },
  { name: '4x', label: 'CPU 4x', cpu: 4 },
  {
    name: 'slow',
    label: 'CPU 4x, 150 ms, 1.6 Mbit/s',
    cpu: 4,
    network: { download: SLOW_BITS_PER_SECOND / 8, upload: SLOW_BITS_PER_SECOND / 8, latency: 150 },
  },
];
