// In the place of @tapjs/processinfo, which follows what processes load, for coverage and `tap --changed`. Its loader would
// slow down every process of the tests and all that they start.
import { spawn } from 'node:child_process'

export const ProcessInfo = { spawn }
