import type { FirebaseError } from '@firebase/app'
import { OAuthProvider, SAMLAuthProvider } from '@firebase/auth'
import type { Provider } from '../page-config.ts'
import type { SignInAnswer } from './sdk-contract.ts'

/** The SDK's provider object. `OAuthProvider` works for all OAuth providers, even those with a class of their own. */
export function providerOf({ id, scopes, params }: Provider): OAuthProvider | SAMLAuthProvider {
  if (id.startsWith('saml.')) return new SAMLAuthProvider(id)
  const provider = new OAuthProvider(id)
  for (const scope of scopes) provider.addScope(scope)
  provider.setCustomParameters({ ...params })
  return provider
}

/** Parses the SDK's error for an address whose account uses another sign-in method. */
export function otherMethod(err: FirebaseError): SignInAnswer {
  const held = OAuthProvider.credentialFromError(err) ?? SAMLAuthProvider.credentialFromError(err)
  const email = err.customData?.email
  return {
    kind: 'other-method',
    email: typeof email === 'string' ? email : null,
    credential: held === null ? null : { held }
  }
}
