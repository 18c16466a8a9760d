/** The direction of imports, types included: `npm test -- structure`. The picture is in src/README.md. */

const folders = ['cdn', 'analytics', 'elements', 'platforms', 'locales', 'gateway', 'api'];
const elements = ['otp-login', 'reward-claim', 'collection-timeline'];

/** A folder of `src/` and the others that it may import. */
const imports = (folder, ...allowed) => ({
  name: `${folder}-imports-${allowed.join('-and-') || 'nothing-of-ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/(${folders.filter((each) => ![folder, ...allowed].includes(each)).join('|')})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    imports('cdn', 'analytics', 'elements'),
    imports('analytics', 'elements', 'platforms', 'api'),
    imports('elements', 'platforms', 'locales', 'api'),
    imports('platforms'),
    imports('locales'),
    imports('gateway', 'api'),
    imports('api'),
    {
      name: 'shared-modules-know-no-element',
      severity: 'error',
      from: { path: '^src/elements/(shared|preview)/' },
      to: { path: `^src/elements/(${elements.join('|')})/` },
    },
    ...elements.map((tag) => ({
      name: `${tag}-knows-no-other-element`,
      severity: 'error',
      from: { path: `^src/elements/${tag}/` },
      to: { path: `^src/elements/(${elements.filter((each) => each !== tag).join('|')})/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
