// Stands in for the CDN file. The pages are served with demo/ as their root, where an address such as ../src/define.ts
// cannot lead out of it; an import can.
import '../src/define.ts';
