import { listProblems, type Problem } from '../problem.ts'
import { isSocketUrl } from './addresses/upstream-address.ts'
import { parseUrl } from './addresses/urls.ts'
import { listUpstreams } from './applications.ts'
import { type Credentials, canSign } from './credentials/credentials.ts'
import type { Config, UpstreamConfig } from './schema/schema.ts'

/** Audience of the gateway's id tokens for an application; null: it gets none. */
export function idTokenAudience({ googleIdToken, url }: Pick<UpstreamConfig, 'googleIdToken' | 'url'>) {
  if (googleIdToken === false) return null
  return googleIdToken === true ? (parseUrl(url)?.origin ?? url) : googleIdToken
}

/** Id tokens need an audience, and credentials of a service account. */
export function checkServiceCredentials(
  config: Pick<Config, 'publicUrl' | 'upstream' | 'applications' | 'identityPlatform'>,
  credentials: Credentials | null
): Problem[] {
  const isMissing = !canSign(credentials)
  const isEmulated = config.identityPlatform.emulatorHost !== null
  return listUpstreams(config)
    .filter(({ upstream }) => upstream.googleIdToken !== false)
    .flatMap(({ path, upstream: { googleIdToken, url } }) =>
      listProblems(
        googleIdToken === true &&
          isSocketUrl(url) && {
            path: `${path}.googleIdToken`,
            message: 'has no audience, because the URL is a Unix socket',
            hint: 'Write the audience that the application expects, instead of true.'
          },
        (isMissing || isEmulated) && {
          path: `${path}.googleIdToken`,
          message: isEmulated
            ? 'cannot be combined with `identityPlatform.emulatorHost`, which makes no id tokens for applications'
            : 'needs credentials of a service account',
          hint: isEmulated
            ? 'Remove one of the two.'
            : 'Run the gateway on Google Cloud, set `identityPlatform.credentialsFile`, or, with credentials of another type, `identityPlatform.serviceAccountEmail`.'
        }
      )
    )
}

/** Settings with which Cloud Run does not find the service. */
export function listServiceCredentialWarnings(
  config: Pick<Config, 'publicUrl' | 'upstream' | 'applications'>
): string[] {
  return listUpstreams(config)
    .filter(
      ({ upstream: { googleIdToken, hostHeader, url } }) =>
        googleIdToken !== false &&
        hostHeader === 'public' &&
        parseUrl(url)?.hostname.endsWith('.run.app') === true
    )
    .map(
      ({ path }) =>
        `${path}.hostHeader: Cloud Run finds a service by \`Host\` and does not know that of \`publicUrl\`; set \`upstream\``
    )
}
