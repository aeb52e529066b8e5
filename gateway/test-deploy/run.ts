import { runGroups } from '../test/fixtures/commands/groups.ts'
import { checkChart } from './chart.ts'
import { checkContainers } from './containers.ts'
import { checkGoogleCloud } from './google-cloud.ts'
import { checkLinters } from './linters.ts'
import { checkMonitoring } from './monitoring.ts'
import { checkPackage } from './npm-package.ts'
import { checkRelease } from './release.ts'
import { checkUnits } from './units.ts'

/** What is delivered besides the source, each tested with the tools of its users. */
await runGroups('deploy', {
  monitoring: checkMonitoring,
  chart: checkChart,
  package: checkPackage,
  release: checkRelease,
  containers: checkContainers,
  'google-cloud': checkGoogleCloud,
  units: checkUnits,
  linters: checkLinters
})
