import { join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'

export const CHART = packagePath('deploy', 'helm', 'gatehouse')
/** Renders the chart as the release `gatehouse` in the namespace `web`. */
export const TEMPLATE = ['template', 'gatehouse', CHART, '--namespace', 'web', '--kube-version', '1.34.0']

/** The values of one setup of `ci/`. */
export const valuesOf = (name: string) => ['--values', join(CHART, 'ci', `${name}-values.yaml`)]
