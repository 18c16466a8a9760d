import 'storefront-elements/collection-timeline/define';
import 'storefront-elements/reward-claim/define';

const claim = document.createElement('reward-claim');
claim.className = 'gift';
claim.setAttribute('base-url', '/apps/rewards');
claim.token = 'grant-demo-welcome-0001';
claim.innerHTML = '<h2 slot="heading">A gift</h2>';
claim.addEventListener('reward-claim-success', ({ result }) => console.log(result.valueType));

const timeline = document.createElement('collection-timeline');
timeline.layout = 'compact';
timeline.scrubber = true;
timeline.entries = [
  { id: 2, type: 'milestone', created_at: '2026-03-04T12:00:00Z', title: 'First light' },
  { id: 1, type: 'note', created_at: '2026-01-10T12:00:00Z', title: 'Yarn' },
];
document.body.append(claim, timeline);
