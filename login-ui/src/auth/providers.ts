import type { FirebaseError } from '@firebase/app'
import { OAuthProvider, SAMLAuthProvider } from '@firebase/auth'
import type { Provider } from '../page-config.ts'
import type { SignInAnswer } from './sdk-contract.ts'

/**
 * Gives the SDK's object for a provider. An `OAuthProvider` serves for every provider that speaks OAuth, those for which
 * the SDK has a class too.
 */
export function providerOf({ id, scopes, params }: Provider): OAuthProvider | SAMLAuthProvider {
  if (id.startsWith('saml.')) return new SAMLAuthProvider(id)
  const provider = new OAuthProvider(id)
  for (const scope of scopes) provider.addScope(scope)
  provider.setCustomParameters({ ...params })
  return provider
}

/** Reads the SDK's error for an address whose account signs in another way. */
export function otherMethod(err: FirebaseError): SignInAnswer {
  const held = OAuthProvider.credentialFromError(err) ?? SAMLAuthProvider.credentialFromError(err)
  const email = err.customData?.email
  return {
    kind: 'other-method',
    email: typeof email === 'string' ? email : null,
    credential: held === null ? null : { held }
  }
}
