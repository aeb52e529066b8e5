import type { Config } from '../schema/schema.ts'
import type { Report } from './check.ts'

/** Query parameters that the login page reads itself. */
const OWN = [
  'reason',
  'prompt',
  'lang',
  'ui_locales',
  'tenant',
  'tenantId',
  'mode',
  'oobCode',
  'continueUrl',
  'apiKey',
  'code',
  'ref',
  'preview'
]

/** One name cannot say two things. */
export function checkRedirectParameter({ redirectParameter }: Config, report: Report): void {
  if (OWN.includes(redirectParameter))
    report(
      'redirectParameter',
      'is a parameter that the login page uses itself',
      `Such as \`redirect\` or \`next\`; taken are ${OWN.join(', ')}.`
    )
}
