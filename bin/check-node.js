// Before scripts of npm that start TypeScript files: an old Node would only say that it does not know these.
import { isTooOld, refuseThisNode } from './node-version.js';

if (isTooOld(process.versions.node)) refuseThisNode();
