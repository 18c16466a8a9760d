import type { TimelineEntry } from 'storefront-elements';

const entries: TimelineEntry[] = [
  { id: 2, type: 'milestone', created_at: '2026-03-04T12:00:00Z', title: 'First light' },
  { id: 1, type: 'note', created_at: '2026-01-10T12:00:00Z', title: 'Yarn' },
];

export const Others = () => (
  <>
    <reward-claim
      className="gift"
      base-url="/apps/rewards"
      token="grant-demo-welcome-0001"
      currency="EUR"
      minorUnits
      error-map='{ "grant_expired": "expired" }'
      onreward-claim-success={({ result }) => console.log(result.valueType)}
    >
      <h2 slot="heading">A gift</h2>
    </reward-claim>
    <collection-timeline
      entries={entries}
      layout="compact"
      scrubber
      no-media
      limit={20}
      refresh-interval="60"
    />
  </>
);
