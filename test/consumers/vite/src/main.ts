// Written by the test, from docs/frameworks.md.
import './members';
import './others';
