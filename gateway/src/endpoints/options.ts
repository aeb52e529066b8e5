import type { Origins } from '../access/origins.ts'
import type { Responses } from '../access/responses.ts'
import type { Tenancy } from '../access/tenancy.ts'
import type { Config } from '../config/schema/schema.ts'
import type { CorsAt } from '../http/cors.ts'
import type { Sessions } from '../session/sessions.ts'

/** What every endpoint works with. */
export interface EndpointOptions {
  config: Config
  sessions: Sessions
  responses: Responses
  tenancy: Tenancy
  corsAt: CorsAt
  origins: Origins
  /** Are applications on hosts of their own? Then the login page is on that of `publicUrl` alone. */
  areByHost: boolean
}
