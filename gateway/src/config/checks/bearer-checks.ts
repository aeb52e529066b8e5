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
              message: 'is no application',
              hint:
                names.length === 0
                  ? 'Leave it out: there is one application, without a name.'
                  : `One of ${names.join(', ')}.`
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
          message: 'is read in any case',
          hint: 'Leave it out: `headers` are those beside it.'
        },
        (isMessageHeader(name) || isIdentity || name.startsWith('x-gatehouse-')) && {
          path,
          message: 'carries something else',
          hint: 'Name a header that holds nothing but a token of this issuer.'
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
      message: 'is not the project alone, which id tokens of the project are for',
      hint: `Write [${projectId}].`
    },
    jwksUri !== null && {
      path: `${path}.jwksUri`,
      message: 'is not used for id tokens of the project',
      hint: 'Leave it out: their certificates are at `identityPlatform.endpoints.certificates`.'
    }
  )
}

function checkForeignEntry(path: string, { issuer, jwksUri }: BearerIssuer): Problem[] {
  return listProblems(
    !isFetchable(issuer) && {
      path: `${path}.issuer`,
      message: 'is no address from which keys may be fetched',
      hint: 'Write it with https; http is for an issuer on this machine.'
    },
    jwksUri !== null &&
      !isFetchable(jwksUri) && {
        path: `${path}.jwksUri`,
        message: 'is no address from which keys may be fetched',
        hint: 'Write it with https; http is for an issuer on this machine.'
      }
  )
}

function isFetchable(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && isKeyAddress(url)
}
