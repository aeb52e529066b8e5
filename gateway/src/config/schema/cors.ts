import { flag, list, section } from './fields.ts'

/** Pages of other origins that may read answers. */
export const cors = section(
  'Pages of other origins that call the application by script (CORS). The gateway answers their preflights, and lets them read its own refusals; what they may read of the application, the application says itself.',
  {
    origins: list(
      'Origins of those pages: scheme, host and port, such as `https://app.example.com`. Each is written out: `https://*.example.com` and `null` are not possible. `*` alone stands for every origin, without `credentials`.'
    ),
    credentials: flag(
      'They may send the session. To pages of another site, browsers send it only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.'
    )
  }
)
