import type { Problem } from '../../problem.ts'
import { findNearestName } from '../nearest-name.ts'
import { ENVIRONMENT_KEYS, isServiceLink } from './environment.ts'

/** Letters by which a name may differ from a key's and still be meant for it. */
const MOST_EDITS = 2

/** What is wrong, or only worth a line in the log. */
interface VariableFindings {
  problems: Problem[]
  warnings: string[]
}

/**
 * Checks variables that begin with `GATEHOUSE_` and are no key. One that is nearly a key is a problem, because a setting
 * that protects would silently not be in force; Kubernetes' own and all others are warnings. `isRead`: is this section of
 * the configuration read at all?
 */
export function checkUnknownVariables(
  unknown: Readonly<Record<string, string>>,
  isRead: (section: string) => boolean
): VariableFindings {
  const findings: VariableFindings = { problems: [], warnings: [] }
  const keys = ENVIRONMENT_KEYS.filter(({ keyPath }) => isRead(keyPath[0] ?? ''))
  const variables = keys.map(({ variable }) => variable)
  for (const [name, value] of Object.entries(unknown)) {
    const nearest = findNearestName(name, variables, MOST_EDITS)
    if (isServiceLink(name, value))
      findings.warnings.push(
        `environment: ${name} is set by Kubernetes for a service and is ignored; \`enableServiceLinks: false\` keeps such variables out of the pod`
      )
    else if (nearest === null)
      findings.warnings.push(`environment: ${name} is not a configuration key and is ignored`)
    else
      findings.problems.push({
        path: name,
        message: 'is not a configuration key',
        hint: `Did you mean ${nearest}?`
      })
  }
  return findings
}
