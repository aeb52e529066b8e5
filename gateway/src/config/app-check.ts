import type { Config } from './schema/schema.ts'

/** The number in an app id, such as `1:1234567890:web:0123abcd`. */
const NUMBER_IN_APP_ID = /^\d+:(\d+):/

/** The project's number: as configured, or the one that all accepted app ids have. Null: unknown. */
export function projectNumberOf({
  appIds,
  projectNumber
}: Config['identityPlatform']['appCheck']): string | null {
  if (projectNumber !== null) return projectNumber
  const numbers = new Set(appIds.map((appId) => NUMBER_IN_APP_ID.exec(appId)?.[1] ?? null))
  const [only = null] = numbers
  return numbers.size === 1 ? only : null
}
