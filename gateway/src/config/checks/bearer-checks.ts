import { listProblems, type Problem } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'
import { isKeyAddress, projectIssuer } from '../bearer-issuers.ts'
import { mergeIdentityHeaders } from '../defaults.ts'
import type { BearerIssuer, LoginPageConfig } from '../schema/schema.ts'
import { isMessageHeader } from './upstream-checks.ts'

/** Keys of issuers must be fetchable, their headers carry nothing else, and their applications exist. */
export function checkBearer(config: LoginPageConfig): Problem[] {
  const { bearer, identityPlatform, identityHeaders } = config
  const names = config.applications.map(({ name }) => name)
  const entries = bearer.map((entry, index) => ({ entry, path: `bearer[${index}]` }))
  return [
    ...entries.flatMap(({ entry, path }) =>
      entry.issuer === projectIssuer(identityPlatform)
        ? checkProjectEntry(path, entry, identityPlatform.projectId)
        : checkForeignEntry(path, entry)
    ),
    ...entries.flatMap(({ entry, path }) => checkTokenHeaders(path, entry, identityHeaders)),
    ...entries.flatMap(({ entry, path }) => checkApplications(path, entry, names))
  ]
}

function checkTokenHeaders(
  key: string,
  { headers }: BearerIssuer,
  identityHeaders: LoginPageConfig['identityHeaders']
): Problem[] {
  const identity = mergeIdentityHeaders(identityHeaders)
  return headers.flatMap((name, at) => {
    const path = `${key}.headers[${at}]`
    const isIdentity = Object.hasOwn(identity, name)
    return listProblems(
      name === 'authorization' && {
        path,
        message: 'is always read',
        hint: 'Remove it: `headers` are additional ones.'
      },
      (isMessageHeader(name) || isIdentity || name.startsWith('x-gatehouse-')) && {
        path,
        message: 'is used for something else',
        hint: 'Use a header that only carries a token of this issuer.'
      }
    )
  })
}

function checkApplications(key: string, { applications }: BearerIssuer, names: readonly string[]): Problem[] {
  const hint =
    names.length === 0
      ? 'Remove it: there is a single application without a name.'
      : `Use one of ${names.join(', ')}.`
  const problems = applications.map(
    (name, at) =>
      !names.includes(name) && { path: `${key}.applications[${at}]`, message: 'is not an application', hint }
  )
  return listProblems(...problems)
}

function checkProjectEntry(path: string, { audiences, jwksUri }: BearerIssuer, projectId: string): Problem[] {
  return listProblems(
    (audiences.length !== 1 || audiences[0] !== projectId) && {
      path: `${path}.audiences`,
      message: 'must be exactly the project, the audience of its id tokens',
      hint: `Use [${projectId}].`
    },
    jwksUri !== null && {
      path: `${path}.jwksUri`,
      message: 'has no effect for id tokens of the project',
      hint: 'Remove it: their certificates are at `identityPlatform.endpoints.certificates`.'
    }
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
