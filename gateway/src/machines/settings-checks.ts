import { parseUrl } from '../config/addresses/urls.ts'
import { isMessageHeader, mergeIdentityHeaders } from '../config/defaults.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import { listProblems, type Problem, when } from '../problem.ts'
import { isKeyAddress, projectIssuer } from './issuers.ts'

/** Keys of issuers must be fetchable, their headers carry nothing else, and their applications exist. */
export function checkBearer(config: Config): Problem[] {
  const { bearer, identityPlatform, identityHeaders } = config
  const identity = mergeIdentityHeaders(identityHeaders)
  const names = config.applications.map(({ name }) => name)
  return [
    ...bearer.flatMap((entry, index) =>
      entry.issuer === projectIssuer(identityPlatform)
        ? checkProjectEntry(`bearer[${index}]`, entry, identityPlatform.projectId)
        : checkForeignEntry(`bearer[${index}]`, entry)
    ),
    ...bearer.flatMap(({ headers }, index) =>
      checkTokenHeaders(`bearer[${index}].headers`, headers, identity)
    ),
    ...bearer.flatMap((entry, index) => checkApplications(`bearer[${index}].applications`, entry, names))
  ]
}

function checkTokenHeaders(key: string, headers: readonly string[], identity: object): Problem[] {
  return headers.flatMap((name, at) => {
    const path = `${key}[${at}]`
    const isIdentity = Object.hasOwn(identity, name)
    return listProblems(
      when(name === 'authorization', {
        path,
        message: 'is always read',
        hint: 'Remove it: `headers` are additional ones.'
      }),
      when(isMessageHeader(name) || isIdentity || name.startsWith('x-gatehouse-'), {
        path,
        message: 'is used for something else',
        hint: 'Use a header that only carries a token of this issuer.'
      })
    )
  })
}

function checkApplications(key: string, { applications }: BearerIssuer, names: readonly string[]): Problem[] {
  const hint =
    names.length === 0
      ? 'Remove it: there is a single application without a name.'
      : `Use one of ${names.join(', ')}.`
  const problems = applications.map(
    (name, at) => !names.includes(name) && { path: `${key}[${at}]`, message: 'is not an application', hint }
  )
  return listProblems(...problems)
}

function checkProjectEntry(path: string, { audiences, jwksUri }: BearerIssuer, projectId: string): Problem[] {
  return listProblems(
    when(audiences.length !== 1 || audiences[0] !== projectId, {
      path: `${path}.audiences`,
      message: 'must be exactly the project, the audience of its id tokens',
      hint: `Use [${projectId}].`
    }),
    when(jwksUri !== null, {
      path: `${path}.jwksUri`,
      message: 'has no effect for id tokens of the project',
      hint: 'Remove it: their certificates are at `identityPlatform.endpoints.certificates`.'
    })
  )
}

function checkForeignEntry(path: string, { issuer, jwksUri }: BearerIssuer): Problem[] {
  const message = 'is not a URL from which keys may be fetched'
  const hint = 'Use https; http is only for an issuer on this machine.'
  return listProblems(
    !isFetchable(issuer) && { path: `${path}.issuer`, message, hint },
    jwksUri !== null && !isFetchable(jwksUri) && { path: `${path}.jwksUri`, message, hint }
  )
}

function isFetchable(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && isKeyAddress(url)
}
