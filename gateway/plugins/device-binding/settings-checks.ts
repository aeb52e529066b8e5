import { buildNetworkTest } from '../../src/config/addresses/networks.ts'
import { isHttps, parseUrl } from '../../src/config/addresses/urls.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { listProblems, listTexts, type Problem, when } from '../../src/problem.ts'
import { hasOneCookie } from '../../src/session/cookie/names.ts'

/** Sessions can be bound only where browsers do it, and rules that need it can be met. */
export function checkDeviceBinding(config: Config): Problem[] {
  const { session, cookie, publicUrl } = config
  const { mode } = session.deviceBinding
  const path = 'session.deviceBinding.mode'
  if (mode === 'off')
    return listDemandingRules(config).map((rule) => ({
      path: `${rule}.require.deviceBound`,
      message: 'needs `session.deviceBinding`, which is off: no session could meet it',
      hint: 'Set `session.deviceBinding.mode: when-supported`, or remove it.'
    }))
  const domain = cookie.domain?.replace(/^\./, '') ?? null
  return listProblems(
    when(!isHttps(config) && (mode === 'required' || listDemandingRules(config).length > 0), {
      path,
      message: 'needs https: browsers bind no session of an http site',
      hint: 'Use an https publicUrl, or `when-supported`, which has no effect on http.'
    }),
    when(hasOneCookie(config), {
      path,
      message: 'needs a second cookie, which Firebase Hosting does not pass on',
      hint: 'Set it to `off`, or serve the site without Firebase Hosting.'
    }),
    when(domain !== null && parseUrl(publicUrl)?.hostname !== domain, {
      path,
      message:
        'works with `cookie.domain` only if that is the host of publicUrl: browsers let no other host bind a cookie of the whole domain',
      hint: `Use https://${domain} as publicUrl, or remove \`cookie.domain\`: each host then has a session and a key of its own.`
    })
  )
}

/** Paths of the rules that require a bound session. */
function listDemandingRules({ access, applications }: Config): string[] {
  const lists = [
    { path: 'access', rules: access.rules },
    ...applications.map((one, index) => ({
      path: `applications[${index}].access`,
      rules: one.access?.rules ?? []
    }))
  ]
  return lists.flatMap(({ path, rules }) =>
    rules.flatMap(({ require }, index) => (require?.deviceBound === true ? `${path}.rules[${index}]` : []))
  )
}

/** Chromium signs for all hosts of a site together at most six times in nine minutes. */
const FREQUENT_SECONDS = 120

/** Settings that do less than they seem to. */
export function listDeviceWarnings(config: Config): string[] {
  const { mode, refreshSeconds, passDuringOutage, recheckOn } = config.session.deviceBinding
  const { forwardAuth, trustedProxies } = config
  if (mode === 'off') return []
  if (mode === 'when-supported' && !isHttps(config))
    return [
      'session.deviceBinding.mode: no effect with an http publicUrl: browsers bind sessions over https only'
    ]
  const isTrusted = buildNetworkTest(trustedProxies)
  const asking = forwardAuth.enabled ? (forwardAuth.trustedProxies ?? []) : []
  return listTexts(
    mode === 'required' &&
      passDuringOutage === true &&
      'session.deviceBinding.passDuringOutage: with `required`, a copied session cookie may pass once more, from the network and browser of its visitor',
    refreshSeconds < FREQUENT_SECONDS &&
      `session.deviceBinding.refreshSeconds: below ${FREQUENT_SECONDS}, Chromium may run out of its quota of six signatures in nine minutes for a site, and visitors out of proofs`,
    recheckOn.includes('network') &&
      asking.some((one) => !isTrusted(one.replace(/\/.*/, ''))) &&
      'session.deviceBinding.recheckOn: proxies of `forwardAuth.trustedProxies` are not in `trustedProxies`: proofs are then of the proxy’s network, auth requests of the visitor’s, and none passes'
  )
}
