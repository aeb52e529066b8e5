import { listProblems, type Problem } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'
import { isKeyAddress, projectIssuer } from '../bearer-issuers.ts'
import { DEFAULT_IDENTITY_HEADERS } from '../defaults.ts'
import type { BearerIssuer, Config } from '../schema/schema.ts'
import { isMessageHeader } from './upstream-checks.ts'

/** Keys of issuers must be fetchable, and the project's own entry consistent. */
export function checkBearerIssuers({
  bearer,
  identityPlatform
}: Pick<Config, 'bearer' | 'identityPlatform'>): Problem[] {
  return bearer.flatMap((entry, index) => {
    const path = `bearer[${index}]`
    return entry.issuer === projectIssuer(identityPlatform)
      ? checkProjectEntry(path, entry, identityPlatform)
      : checkForeignEntry(path, entry)
  })
}

/** Applications of issuers must exist. */
export function checkTokenPlaces({
  bearer,
  applications
}: Pick<Config, 'bearer' | 'applications'>): Problem[] {
  const names = applications.map(({ name }) => name)
  return bearer.flatMap((entry, index) =>
    entry.applications.flatMap((name, at) =>
      names.includes(name)
        ? []
        : [
            {
              path: `bearer[${index}].applications[${at}]`,
              message: 'is not an application',
              hint:
                names.length === 0
                  ? 'Remove it: there is a single application without a name.'
                  : `Use one of ${names.join(', ')}.`
            }
          ]
    )
  )
}

/** Token headers must carry nothing else. */
export function checkTokenHeaders({
  bearer,
  identityHeaders
}: Pick<Config, 'bearer' | 'identityHeaders'>): Problem[] {
  return bearer.flatMap(({ headers }, index) =>
    headers.flatMap((name, at) => {
      const path = `bearer[${index}].headers[${at}]`
      const isIdentity = Object.hasOwn(DEFAULT_IDENTITY_HEADERS, name) || Object.hasOwn(identityHeaders, name)
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
  )
}

function checkProjectEntry(
  path: string,
  { audiences, jwksUri }: BearerIssuer,
  { projectId }: Config['identityPlatform']
): Problem[] {
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
  return listProblems(
    !isFetchable(issuer) && {
      path: `${path}.issuer`,
      message: 'is not a URL from which keys may be fetched',
      hint: 'Use https; http is only for an issuer on this machine.'
    },
    jwksUri !== null &&
      !isFetchable(jwksUri) && {
        path: `${path}.jwksUri`,
        message: 'is not a URL from which keys may be fetched',
        hint: 'Use https; http is only for an issuer on this machine.'
      }
  )
}

function isFetchable(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && isKeyAddress(url)
}
