import { packagePath } from '../src/config/package-files.ts'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import type { StandIn } from '../stand-in/stand-in.ts'

/** What the configuration of the demo depends on. */
export interface DemoSetup {
  url: string
  port: number
  provider: StandIn
  /** Whether the login page has no sign-in methods besides the password. */
  isPlain: boolean
  isBranded: boolean
}

/** The configuration of the demo's gateway, as environment variables. */
export function describeConfiguration({
  url,
  port,
  provider,
  isPlain,
  isBranded
}: DemoSetup): Record<string, string> {
  return {
    GATEHOUSE_PUBLIC_URL: url,
    GATEHOUSE_LISTEN_HOST: '127.0.0.1',
    GATEHOUSE_LISTEN_PORT: String(port),
    GATEHOUSE_MANAGEMENT_PORT: '0',
    ...describeProvider(provider),
    GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-groups":"groups"}',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: generateSignatureKey(),
    // The address and account that the demo prints stay in sight.
    GATEHOUSE_LOG_REQUESTS: 'refused',
    ...(isPlain ? {} : SIGN_IN_METHODS),
    ...(isBranded ? describeBrand() : {})
  }
}

function describeProvider({ projectId, apiKey, endpoints }: StandIn): Record<string, string> {
  return {
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: projectId,
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: apiKey,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: endpoints.identityToolkit,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: endpoints.secureToken,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: endpoints.certificates,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_OAUTH_TOKEN: endpoints.oauthToken
  }
}

const SIGN_IN_METHODS = {
  GATEHOUSE_LOGIN_METHODS_EMAIL_LINK: 'true',
  GATEHOUSE_LOGIN_METHODS_PHONE: 'true',
  GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button',
  GATEHOUSE_LOGIN_PASSKEYS_OFFER_AFTER_SIGN_IN: 'true',
  GATEHOUSE_LOGIN_METHODS_SIGNUP: 'true',
  GATEHOUSE_LOGIN_MFA_SMS: 'true',
  GATEHOUSE_LOGIN_PROVIDERS: JSON.stringify([
    { id: 'google.com' },
    { id: 'github.com' },
    { id: 'saml.meridian', name: 'Meridian SSO' }
  ]),
  GATEHOUSE_LOGIN_FEDERATED_MODE: 'popup',
  // The dev drawer, and the window that stands in for those of providers, sign in by custom tokens.
  GATEHOUSE_SESSION_SIGN_IN_PROVIDERS: 'password,phone,passkey,google.com,github.com,saml.meridian,custom'
}

/** A company that does not exist. */
function describeBrand(): Record<string, string> {
  return {
    GATEHOUSE_LOGIN_BRAND_NAME: 'Meridian',
    GATEHOUSE_LOGIN_BRAND_LOGO: brandFile('logo.svg'),
    GATEHOUSE_LOGIN_BRAND_LOGO_DARK: brandFile('logo-dark.svg'),
    GATEHOUSE_LOGIN_BRAND_BACKGROUND: brandFile('background.svg'),
    GATEHOUSE_LOGIN_THEME_ACCENT: '#0b6e6e',
    GATEHOUSE_LOGIN_THEME_ACCENT_DARK: '#5cc8c2',
    GATEHOUSE_LOGIN_LINKS_HELP: 'https://meridian.example/help',
    GATEHOUSE_LOGIN_LINKS_PRIVACY: 'https://meridian.example/privacy',
    GATEHOUSE_LOGIN_LINKS_TERMS: 'https://meridian.example/terms',
    GATEHOUSE_LOGIN_LINKS_CONTACT: 'mailto:support@meridian.example'
  }
}

function brandFile(name: string): string {
  return packagePath('gateway', 'demo', 'brand', name)
}
