import type { Config } from '../../../config/schema/schema.ts'
import type { RecaptchaSettings } from '../../../identity-platform/project-settings.ts'
import { defineCheck } from '../check.ts'
import { fail, judge, skip, type Verdict, warn } from '../finding.ts'
import { judgePublicFailure } from '../provider-probes.ts'
import { MOST_POOLS } from './project.ts'
import { withProvider } from './provider.ts'

/** May the login page load what the project asks of browsers: reCAPTCHA Enterprise? */
export const recaptchaCheck = defineCheck(
  'RECAPTCHA',
  { reads: ['identityPlatform', 'login'], isRemote: true },
  async ({ login, identityPlatform }, context) =>
    withProvider(context, async ({ platform, tenantIds }) => {
      if (identityPlatform.emulatorHost !== null) return skip('the emulator has no reCAPTCHA')
      const pools = tenantIds.slice(0, MOST_POOLS)
      const answers = await Promise.all(pools.map((pool) => platform.project.readRecaptcha(pool)))
      const failed = answers.find((answer) => answer.kind === 'failed')
      if (failed?.kind === 'failed') return judgePublicFailure('RECAPTCHA', failed.failure)
      return judgeRecaptcha(
        login,
        answers.flatMap((answer) => (answer.kind === 'found' ? [answer.settings] : []))
      )
    })
)

function judgeRecaptcha(
  { security, methods, mfa }: Config['login'],
  pools: readonly RecaptchaSettings[]
): Verdict {
  const enforces = pools.some(({ enforcesEmail }) => enforcesEmail)
  const isAskedFor = pools.some(({ hasKey }) => hasKey)
  const mayLoad = security.recaptcha || mfa.sms || methods.phone
  return judge(
    `for email: ${enforces ? 'enforced' : 'not enforced'} by the project; login.security.recaptcha: ${security.recaptcha ? 'on' : 'off'}`,
    enforces &&
      (methods.password || methods.emailLink) &&
      !mayLoad &&
      fail(
        'the project enforces reCAPTCHA Enterprise, which the page may not load: nobody can sign in with a password or a link',
        'set login.security.recaptcha: true'
      ),
    enforces &&
      mayLoad &&
      !security.recaptcha &&
      warn(
        'the project enforces reCAPTCHA Enterprise, which the page loads only when a sign-in was refused for it',
        'set login.security.recaptcha: true'
      ),
    security.recaptcha &&
      !isAskedFor &&
      warn(
        'login.security.recaptcha loosens the Content-Security-Policy for what the project does not ask for',
        'set up reCAPTCHA Enterprise in the console (Authentication, Settings), or switch login.security.recaptcha off'
      )
  )
}
