// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate10;
module.exports.default = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","upstream","identityPlatform"],"properties":{"publicUrl":{"type":"string","description":"Origin that visitors use, without a path, such as `https://app.example.com`.","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":8080,"minimum":0,"maximum":65535}},"description":"Where visitors (or the load balancer) reach the gateway.","default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"type":"string","description":"Address to bind.","default":"127.0.0.1"},"port":{"type":"integer","description":"TCP port; 0 picks a free one.","default":9464,"minimum":0,"maximum":65535}},"description":"Listener for `/livez` and `/readyz`; keep it away from visitors.","default":{},"additionalProperties":false},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1},"description":"CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. Empty: nobody.","default":[]},"upstream":{"type":"object","required":["url"],"properties":{"url":{"type":"string","description":"Origin of the application, without a path, such as `http://127.0.0.1:3000`.","pattern":"^https?://[^/@?#\\s]+/?$"},"hostHeader":{"enum":["public","upstream"],"default":"public","description":"`Host` that the application sees: that of `publicUrl`, or that of `upstream.url`."},"passHeaders":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"},"default":[],"description":"Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them."},"sharedCaching":{"type":"boolean","description":"Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.","default":false},"connectTimeoutMs":{"type":"integer","description":"Longest wait for a connection, in milliseconds.","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"type":"integer","description":"Longest wait for the head of an answer, in milliseconds; 0 waits for ever.","default":60000,"minimum":0,"maximum":3600000},"idleTimeoutMs":{"type":"integer","description":"Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.","default":0,"minimum":0,"maximum":86400000},"uploadIdleTimeoutMs":{"type":"integer","description":"Longest silence inside a request body, in milliseconds; 0 allows any.","default":60000,"minimum":0,"maximum":3600000}},"description":"The application behind the gateway.","default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","description":"Project id (not the number).","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"type":"string","description":"Web API key of the project.","default":""},"apiKeyFile":{"type":["string","null"],"default":null,"description":"File that holds the web API key, instead of `apiKey`."},"tenantId":{"type":["string","null"],"default":null,"description":"Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.","minLength":1},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`."},"credentials":{"type":"string","description":"Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.","default":""},"credentialsFile":{"type":["string","null"],"default":null,"description":"File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none."},"serviceAccountEmail":{"type":["string","null"],"default":null,"description":"Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.","pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"type":["string","null"],"default":null,"description":"Domain that serves the federated sign-in helper."},"allowAnonymous":{"type":"boolean","description":"Accept anonymous accounts. Anybody who holds the public API key can make one.","default":false},"emulatorHost":{"type":["string","null"],"default":null,"description":"`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody."},"emulatorAnywhere":{"type":"boolean","description":"Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"type":"string","description":"Account and sign-in calls.","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"type":"string","description":"Refresh calls.","default":"https://securetoken.googleapis.com"},"certificates":{"type":"string","description":"Public keys of id tokens: an x509 map or a JWK set.","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"type":"string","description":"Access tokens of the service account.","default":"https://oauth2.googleapis.com/token"},"sts":{"type":"string","description":"Access tokens for identities of other clouds (workload identity).","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"type":"string","description":"Impersonation, and signatures without a key.","default":"https://iamcredentials.googleapis.com"}},"description":"Other base URLs of the provider, for tests and private gateways.","default":{},"additionalProperties":false}},"description":"Google Identity Platform (Firebase Authentication).","default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"description":"Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http.","pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"type":"boolean","description":"On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.","default":false},"domain":{"type":["string","null"],"default":null,"description":"`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone.","pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax","description":"`SameSite` attribute."},"signatureKeys":{"type":"array","items":{"type":"string","minLength":1},"description":"Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify: put a new key first, drop the old one later.","default":[]},"signatureKeysFile":{"type":["string","null"],"default":null,"description":"File with one key a line, instead of `signatureKeys`."}},"description":"The session cookie.","default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","description":"How long browsers remember it after each answer, in seconds; 0: they forget it.","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"type":"boolean","description":"For every host below this one too: all of them must then be on https.","default":false},"preload":{"type":"boolean","description":"Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.","default":false}},"description":"`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.","default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","description":"Longest life of a session, in seconds.","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"type":"integer","description":"Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.","default":0,"minimum":0,"maximum":31536000},"revocationCheckSeconds":{"type":"integer","description":"How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out. 0: only at a refresh.","default":300,"minimum":0,"maximum":86400},"expiredGraceSeconds":{"type":"integer","description":"How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.","default":0,"minimum":0,"maximum":86400},"acquire":{"enum":["auto","exchange","handover"],"default":"auto","description":"`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign."},"maxSignInAgeSeconds":{"type":"integer","description":"Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"type":"boolean","description":"Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"type":"string","minLength":1},"pattern":"^all$","default":null,"description":"Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names."},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null,"description":"Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass."},"signInsPerMinute":{"type":"integer","description":"Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.","default":300,"minimum":0,"maximum":1000000},"cacheBytes":{"type":"integer","description":"Memory for verified sessions, in bytes.","default":67108864,"minimum":1048576,"maximum":17179869184}},"description":"How long a session lives and how it is made.","default":{},"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"],"description":"`cookies`, `executionContexts` and `*` are not for a gateway to send."},"default":[],"uniqueItems":true,"description":"What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case."}},"description":"What the end of a session brings.","default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"type":"string","description":"Login page; everything below it is the gateway’s too.","default":"/login","pattern":"^/[A-Za-z0-9._~/-]*$"},"logout":{"type":"string","description":"Sign-out.","default":"/logout","pattern":"^/[A-Za-z0-9._~/-]*$"},"refresh":{"type":"string","description":"Token refresh.","default":"/_auth/refresh","pattern":"^/[A-Za-z0-9._~/-]*$"},"session":{"type":"string","description":"Session endpoint: sign-in and who-am-I.","default":"/_auth/session","pattern":"^/[A-Za-z0-9._~/-]*$"},"verify":{"type":"string","description":"Kept for forward auth; this version answers 404 there.","default":"/_auth/verify","pattern":"^/[A-Za-z0-9._~/-]*$"},"home":{"type":"string","description":"Where a visitor goes who asked for no page in particular.","default":"/","pattern":"^/[A-Za-z0-9._~/-]*$"}},"description":"Paths of the gateway itself; everything else goes to the application.","default":{},"additionalProperties":false},"redirectParameter":{"type":"string","description":"Name of the query parameter that carries the redirect target.","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"type":["string","null"]}},"default":{},"additionalProperties":false,"description":"Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off."},"access":{"type":"object","required":[],"properties":{"default":{"enum":["signed-in","public"],"default":"signed-in","description":"For requests that no rule matches."},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","description":"`/exact`, or `/folder/*` for everything below it.","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1,"description":"HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too."},"allow":{"description":"`public`, `signed-in`, or a claim condition `{ claim, oneOf }`.","if":{"type":"object"},"then":{"type":"object","required":["claim","oneOf"],"properties":{"claim":{"type":"string","description":"Name of a claim of the id token.","minLength":1},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1,"description":"Values that let a visitor pass; a claim that is a list passes when one of its members is here."},"allowUnverified":{"type":"boolean","description":"With the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address."}},"additionalProperties":false},"else":{"enum":["public","signed-in"]}}},"additionalProperties":false},"default":[],"description":"Rules, in order."}},"description":"Who may see what. The first rule that matches decides.","default":{},"additionalProperties":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"type":"boolean","description":"E-mail and password.","default":true},"emailLink":{"type":"boolean","description":"A link sent by e-mail.","default":false},"signup":{"type":"boolean","description":"Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.","default":false},"askName":{"type":"boolean","description":"Ask new accounts for a name; with `signup` or `emailLink`.","default":false}},"description":"Ways to sign in beside `providers`.","default":{},"additionalProperties":false},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","description":"`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","description":"What visitors know it by; needed for `saml.…` and `oidc.…`.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"type":["string","null"],"default":null,"description":"Icon of the button: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"scopes":{"type":"array","items":{"type":"string","minLength":1},"description":"OAuth scopes beside the default ones.","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"type":"string"}},"description":"Parameters for the provider, such as `{ hd: example.com }`."}},"additionalProperties":false},"default":[],"description":"Federated providers, in the order of their buttons."},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto","description":"`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work."},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy","description":"`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain."},"helperUrl":{"type":["string","null"],"default":null,"description":"Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.","pattern":"^https?://[^/@?#\\s]+/?$"}},"description":"How the page goes to a federated provider.","default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional","description":"Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind."},"sms":{"type":"boolean","description":"Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.","default":false},"issuer":{"type":["string","null"],"default":null,"description":"Name in the authenticator app; null: `login.brand.name`.","minLength":1,"pattern":"^[^:]+$"}},"description":"Second factors.","default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Host that visitors use -> tenant that the page begins with there."},"byEmailDomain":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"}},"default":{},"additionalProperties":false,"description":"Domain of the e-mail address -> tenant."},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"name":{"type":"string","description":"What visitors know it by.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[],"description":"Tenants to choose from, as buttons."}},"description":"How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.","default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"type":"string","description":"Name of the application.","default":"Gatehouse","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"default":null,"description":"Logo above the form: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"default":null,"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null: `logo`.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"default":null,"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"default":null,"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"description":"Whose page it is.","default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"accent":{"type":["string","null"],"default":null,"description":"Buttons and links on light backgrounds; refused when it cannot be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"default":null,"description":"The same on dark backgrounds; null: the nearest shade of `accent` that can be read there. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"mode":{"enum":["auto","light","dark"],"default":"auto","description":"`auto`: as the visitor prefers."},"radius":{"type":"integer","description":"Radius of corners, in CSS pixels.","default":10,"minimum":0,"maximum":24},"font":{"type":"string","description":"`system`, or a list of font families as in CSS; they must be installed where the visitor is.","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"cssFile":{"type":["string","null"],"default":null,"description":"Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts."}},"description":"How it looks.","default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"type":["string","null"],"default":null,"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"default":null,"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"default":null,"description":"Help with signing in. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"default":null,"description":"Whom to ask: shown where something went wrong. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"description":"Where it points to.","default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}},"default":{},"additionalProperties":false,"description":"Path -> name of what is below it, for \"to continue to …\"; the longest path that matches counts."},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"type":"object","properties":{"name":{"type":"string","description":"Name of the application.","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"logo":{"type":["string","null"],"description":"Logo: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"logoDark":{"type":["string","null"],"description":"Logo on dark backgrounds: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB; null, or left out beside a `logo`: that one.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"favicon":{"type":["string","null"],"description":"Icon of the tab: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"background":{"type":["string","null"],"description":"Picture behind the card: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB.","pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"}},"additionalProperties":false},"theme":{"type":"object","properties":{"accent":{"type":["string","null"],"description":"Accent. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"accentDark":{"type":["string","null"],"description":"Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one. As `#1f5eff`.","pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}},"additionalProperties":false},"links":{"type":"object","properties":{"privacy":{"type":["string","null"],"description":"Privacy notice. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"terms":{"type":["string","null"],"description":"Terms of use. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"help":{"type":["string","null"],"description":"Help. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"contact":{"type":["string","null"],"description":"Whom to ask. An https or mailto URL.","pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"}},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"type":"string","minLength":1,"maxLength":80}}}},"additionalProperties":false}},"default":{},"additionalProperties":false,"description":"Host -> what is different there: `brand`, `theme`, `links`, `destinations`."},"locales":{"type":"object","required":[],"properties":{"default":{"type":"string","description":"For visitors none of whose languages is enabled.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$","default":"en"},"enabled":{"type":"array","items":{"type":"string","description":"A language.","pattern":"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},"default":["en","de","fr","es","pt-BR","ja","zh-Hans","ar"],"minItems":1,"uniqueItems":true,"description":"Languages to offer, in the order of the switch."},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$":{"type":"object","patternProperties":{"^.*$":{"type":"string","minLength":1}}}},"default":{},"additionalProperties":false,"description":"Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`."}},"description":"Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.","default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto","description":"`auto`: wherever no script of Google is needed."},"reportUri":{"type":["string","null"],"default":null,"description":"Where browsers report violations to: an https URL.","pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"type":"boolean","description":"The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.","default":false}},"description":"Content-Security-Policy of the page.","default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"description":"`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.","pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"description":"The login page.","default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info","description":"Least important level that is written. Security events and the warnings of the start are written whatever it says."}},"description":"JSON lines on standard output.","default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","description":"How long requests are still taken after `/readyz` says 503, in seconds.","default":0,"minimum":0,"maximum":600},"graceSeconds":{"type":"integer","description":"How long requests in flight may take to finish, in seconds.","default":30,"minimum":1,"maximum":3600}},"description":"What happens at SIGTERM and SIGINT.","default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration"};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern2 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const pattern3 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern4 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern6 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern7 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern8 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern9 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern10 = new RegExp("^all$", "u");
const pattern11 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern20 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern21 = new RegExp("^[A-Z]+$", "u");
const pattern22 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern23 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern24 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");
const pattern25 = new RegExp("^.*$", "u");
const pattern27 = new RegExp("^[^:]+$", "u");
const pattern28 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern41 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");
const pattern43 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern44 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");
const pattern64 = new RegExp("^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$", "u");
const pattern69 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern70 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.listen === undefined){
data.listen = {};
}
if(data.management === undefined){
data.management = {};
}
if(data.trustedProxies === undefined){
data.trustedProxies = [];
}
if(data.upstream === undefined){
data.upstream = {};
}
if(data.identityPlatform === undefined){
data.identityPlatform = {};
}
if(data.cookie === undefined){
data.cookie = {};
}
if(data.hsts === undefined){
data.hsts = {};
}
if(data.session === undefined){
data.session = {};
}
if(data.logout === undefined){
data.logout = {};
}
if(data.paths === undefined){
data.paths = {};
}
if(data.redirectParameter === undefined){
data.redirectParameter = "redirect";
}
if(data.identityHeaders === undefined){
data.identityHeaders = {};
}
if(data.access === undefined){
data.access = {};
}
if(data.login === undefined){
data.login = {};
}
if(data.log === undefined){
data.log = {};
}
if(data.shutdown === undefined){
data.shutdown = {};
}
if(data.publicUrl === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "publicUrl"},message:"must have required property '"+"publicUrl"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.upstream === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "upstream"},message:"must have required property '"+"upstream"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.identityPlatform === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "identityPlatform"},message:"must have required property '"+"identityPlatform"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.publicUrl !== undefined){
let data0 = data.publicUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.publicUrl,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.publicUrl.type,parentSchema:schema11.properties.publicUrl,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data1 = data.listen;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.host === undefined){
data1.host = "127.0.0.1";
}
if(data1.port === undefined){
data1.port = 8080;
}
for(const key1 in data1){
if(!((key1 === "host") || (key1 === "port"))){
const err6 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data1.host;
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/listen/host",schemaPath:"#/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.listen.properties.host.type,parentSchema:schema11.properties.listen.properties.host,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
let data3 = data1.port;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err8 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.listen.properties.port.type,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.listen.properties.port,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.listen.type,parentSchema:schema11.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
let data4 = data.management;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.host === undefined){
data4.host = "127.0.0.1";
}
if(data4.port === undefined){
data4.port = 9464;
}
for(const key2 in data4){
if(!((key2 === "host") || (key2 === "port"))){
const err12 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.management,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let data5 = data4.host;
if(typeof data5 !== "string"){
const err13 = {instancePath:instancePath+"/management/host",schemaPath:"#/properties/management/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.management.properties.host.type,parentSchema:schema11.properties.management.properties.host,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
let data6 = data4.port;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.management.properties.port.type,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 65535 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/management/port",schemaPath:"#/properties/management/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.management.properties.port,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/management",schemaPath:"#/properties/management/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.management.type,parentSchema:schema11.properties.management,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
let data7 = data.trustedProxies;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func3(data8) < 1){
const err18 = {instancePath:instancePath+"/trustedProxies/" + i0,schemaPath:"#/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.trustedProxies.items,data:data8};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/trustedProxies/" + i0,schemaPath:"#/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.trustedProxies.items.type,parentSchema:schema11.properties.trustedProxies.items,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/trustedProxies",schemaPath:"#/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.trustedProxies.type,parentSchema:schema11.properties.trustedProxies,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
let data9 = data.upstream;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.hostHeader === undefined){
data9.hostHeader = "public";
}
if(data9.passHeaders === undefined){
data9.passHeaders = [];
}
if(data9.sharedCaching === undefined){
data9.sharedCaching = false;
}
if(data9.connectTimeoutMs === undefined){
data9.connectTimeoutMs = 5000;
}
if(data9.headersTimeoutMs === undefined){
data9.headersTimeoutMs = 60000;
}
if(data9.idleTimeoutMs === undefined){
data9.idleTimeoutMs = 0;
}
if(data9.uploadIdleTimeoutMs === undefined){
data9.uploadIdleTimeoutMs = 60000;
}
if(data9.url === undefined){
const err21 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema11.properties.upstream.required,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key3 in data9){
if(!((((((((key3 === "url") || (key3 === "hostHeader")) || (key3 === "passHeaders")) || (key3 === "sharedCaching")) || (key3 === "connectTimeoutMs")) || (key3 === "headersTimeoutMs")) || (key3 === "idleTimeoutMs")) || (key3 === "uploadIdleTimeoutMs"))){
const err22 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data9.url !== undefined){
let data10 = data9.url;
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
const err23 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.upstream.properties.url,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/upstream/url",schemaPath:"#/properties/upstream/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.url.type,parentSchema:schema11.properties.upstream.properties.url,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
let data11 = data9.hostHeader;
if(!((data11 === "public") || (data11 === "upstream"))){
const err25 = {instancePath:instancePath+"/upstream/hostHeader",schemaPath:"#/properties/upstream/properties/hostHeader/enum",keyword:"enum",params:{allowedValues: schema11.properties.upstream.properties.hostHeader.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.upstream.properties.hostHeader.enum,parentSchema:schema11.properties.upstream.properties.hostHeader,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
let data12 = data9.passHeaders;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
const err26 = {instancePath:instancePath+"/upstream/passHeaders/" + i1,schemaPath:"#/properties/upstream/properties/passHeaders/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data13};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/upstream/passHeaders/" + i1,schemaPath:"#/properties/upstream/properties/passHeaders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.upstream.properties.passHeaders.items.type,parentSchema:schema11.properties.upstream.properties.passHeaders.items,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/upstream/passHeaders",schemaPath:"#/properties/upstream/properties/passHeaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.upstream.properties.passHeaders.type,parentSchema:schema11.properties.upstream.properties.passHeaders,data:data12};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
let data14 = data9.sharedCaching;
if(typeof data14 !== "boolean"){
const err29 = {instancePath:instancePath+"/upstream/sharedCaching",schemaPath:"#/properties/upstream/properties/sharedCaching/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.upstream.properties.sharedCaching.type,parentSchema:schema11.properties.upstream.properties.sharedCaching,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
let data15 = data9.connectTimeoutMs;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err30 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.connectTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 600000 || isNaN(data15)){
const err31 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000",schema:600000,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data15 < 1 || isNaN(data15)){
const err32 = {instancePath:instancePath+"/upstream/connectTimeoutMs",schemaPath:"#/properties/upstream/properties/connectTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.upstream.properties.connectTimeoutMs,data:data15};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
let data16 = data9.headersTimeoutMs;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err33 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.headersTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600000 || isNaN(data16)){
const err34 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err35 = {instancePath:instancePath+"/upstream/headersTimeoutMs",schemaPath:"#/properties/upstream/properties/headersTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.headersTimeoutMs,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
let data17 = data9.idleTimeoutMs;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err36 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.idleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 86400000 || isNaN(data17)){
const err37 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000",schema:86400000,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data17 < 0 || isNaN(data17)){
const err38 = {instancePath:instancePath+"/upstream/idleTimeoutMs",schemaPath:"#/properties/upstream/properties/idleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.idleTimeoutMs,data:data17};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
let data18 = data9.uploadIdleTimeoutMs;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err39 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.upstream.properties.uploadIdleTimeoutMs.type,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 3600000 || isNaN(data18)){
const err40 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000",schema:3600000,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err41 = {instancePath:instancePath+"/upstream/uploadIdleTimeoutMs",schemaPath:"#/properties/upstream/properties/uploadIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.upstream.properties.uploadIdleTimeoutMs,data:data18};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.upstream.type,parentSchema:schema11.properties.upstream,data:data9};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
let data19 = data.identityPlatform;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.apiKey === undefined){
data19.apiKey = "";
}
if(data19.apiKeyFile === undefined){
data19.apiKeyFile = null;
}
if(data19.tenantId === undefined){
data19.tenantId = null;
}
if(data19.tenants === undefined){
data19.tenants = {};
}
if(data19.credentials === undefined){
data19.credentials = "";
}
if(data19.credentialsFile === undefined){
data19.credentialsFile = null;
}
if(data19.serviceAccountEmail === undefined){
data19.serviceAccountEmail = null;
}
if(data19.authDomain === undefined){
data19.authDomain = null;
}
if(data19.allowAnonymous === undefined){
data19.allowAnonymous = false;
}
if(data19.emulatorHost === undefined){
data19.emulatorHost = null;
}
if(data19.emulatorAnywhere === undefined){
data19.emulatorAnywhere = false;
}
if(data19.endpoints === undefined){
data19.endpoints = {};
}
if(data19.projectId === undefined){
const err43 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/required",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'",schema:schema11.properties.identityPlatform.required,parentSchema:schema11.properties.identityPlatform,data:data19};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
for(const key4 in data19){
if(!(func2.call(schema11.properties.identityPlatform.properties, key4))){
const err44 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform,data:data19};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data19.projectId !== undefined){
let data20 = data19.projectId;
if(typeof data20 === "string"){
if(func3(data20) > 64){
const err45 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data20};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(!pattern3.test(data20)){
const err46 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\"",schema:"^[a-z0-9][a-z0-9:.-]*$",parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data20};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/identityPlatform/projectId",schemaPath:"#/properties/identityPlatform/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.projectId.type,parentSchema:schema11.properties.identityPlatform.properties.projectId,data:data20};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
let data21 = data19.apiKey;
if(typeof data21 !== "string"){
const err48 = {instancePath:instancePath+"/identityPlatform/apiKey",schemaPath:"#/properties/identityPlatform/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.apiKey.type,parentSchema:schema11.properties.identityPlatform.properties.apiKey,data:data21};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
let data22 = data19.apiKeyFile;
if((typeof data22 !== "string") && (data22 !== null)){
const err49 = {instancePath:instancePath+"/identityPlatform/apiKeyFile",schemaPath:"#/properties/identityPlatform/properties/apiKeyFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.apiKeyFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.apiKeyFile.type,parentSchema:schema11.properties.identityPlatform.properties.apiKeyFile,data:data22};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
let data23 = data19.tenantId;
if((typeof data23 !== "string") && (data23 !== null)){
const err50 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.tenantId.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.tenantId.type,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(typeof data23 === "string"){
if(func3(data23) < 1){
const err51 = {instancePath:instancePath+"/identityPlatform/tenantId",schemaPath:"#/properties/identityPlatform/properties/tenantId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenantId,data:data23};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
let data24 = data19.tenants;
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key5 in data24){
if(!(pattern4.test(key5))){
const err52 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data24};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
for(const key6 in data24){
if(pattern4.test(key6)){
let data25 = data24[key6];
if(typeof data25 === "string"){
if(func3(data25) < 1){
const err53 = {instancePath:instancePath+"/identityPlatform/tenants/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data25};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(!pattern6.test(data25)){
const err54 = {instancePath:instancePath+"/identityPlatform/tenants/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data25};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/identityPlatform/tenants/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityPlatform/properties/tenants/patternProperties/%5E(%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%7C~1%5BA-Za-z0-9._~0-%5D%2B(~1%5BA-Za-z0-9._~0-%5D%2B)*(~1%5C*)%3F)%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"].type,parentSchema:schema11.properties.identityPlatform.properties.tenants.patternProperties["^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$"],data:data25};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
}
else {
const err56 = {instancePath:instancePath+"/identityPlatform/tenants",schemaPath:"#/properties/identityPlatform/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.tenants.type,parentSchema:schema11.properties.identityPlatform.properties.tenants,data:data24};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
let data26 = data19.credentials;
if(typeof data26 !== "string"){
const err57 = {instancePath:instancePath+"/identityPlatform/credentials",schemaPath:"#/properties/identityPlatform/properties/credentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.credentials.type,parentSchema:schema11.properties.identityPlatform.properties.credentials,data:data26};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
let data27 = data19.credentialsFile;
if((typeof data27 !== "string") && (data27 !== null)){
const err58 = {instancePath:instancePath+"/identityPlatform/credentialsFile",schemaPath:"#/properties/identityPlatform/properties/credentialsFile/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.credentialsFile.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.credentialsFile.type,parentSchema:schema11.properties.identityPlatform.properties.credentialsFile,data:data27};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
let data28 = data19.serviceAccountEmail;
if((typeof data28 !== "string") && (data28 !== null)){
const err59 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.serviceAccountEmail.type,parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data28};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(typeof data28 === "string"){
if(!pattern7.test(data28)){
const err60 = {instancePath:instancePath+"/identityPlatform/serviceAccountEmail",schemaPath:"#/properties/identityPlatform/properties/serviceAccountEmail/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\"",schema:"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$",parentSchema:schema11.properties.identityPlatform.properties.serviceAccountEmail,data:data28};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
let data29 = data19.authDomain;
if((typeof data29 !== "string") && (data29 !== null)){
const err61 = {instancePath:instancePath+"/identityPlatform/authDomain",schemaPath:"#/properties/identityPlatform/properties/authDomain/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.authDomain.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.authDomain.type,parentSchema:schema11.properties.identityPlatform.properties.authDomain,data:data29};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
let data30 = data19.allowAnonymous;
if(typeof data30 !== "boolean"){
const err62 = {instancePath:instancePath+"/identityPlatform/allowAnonymous",schemaPath:"#/properties/identityPlatform/properties/allowAnonymous/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.allowAnonymous.type,parentSchema:schema11.properties.identityPlatform.properties.allowAnonymous,data:data30};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
let data31 = data19.emulatorHost;
if((typeof data31 !== "string") && (data31 !== null)){
const err63 = {instancePath:instancePath+"/identityPlatform/emulatorHost",schemaPath:"#/properties/identityPlatform/properties/emulatorHost/type",keyword:"type",params:{type: schema11.properties.identityPlatform.properties.emulatorHost.type},message:"must be string,null",schema:schema11.properties.identityPlatform.properties.emulatorHost.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorHost,data:data31};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
let data32 = data19.emulatorAnywhere;
if(typeof data32 !== "boolean"){
const err64 = {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",schemaPath:"#/properties/identityPlatform/properties/emulatorAnywhere/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.identityPlatform.properties.emulatorAnywhere.type,parentSchema:schema11.properties.identityPlatform.properties.emulatorAnywhere,data:data32};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
let data33 = data19.endpoints;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(data33.identityToolkit === undefined){
data33.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data33.secureToken === undefined){
data33.secureToken = "https://securetoken.googleapis.com";
}
if(data33.certificates === undefined){
data33.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data33.oauthToken === undefined){
data33.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data33.sts === undefined){
data33.sts = "https://sts.googleapis.com/v1/token";
}
if(data33.iamCredentials === undefined){
data33.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key7 in data33){
if(!((((((key7 === "identityToolkit") || (key7 === "secureToken")) || (key7 === "certificates")) || (key7 === "oauthToken")) || (key7 === "sts")) || (key7 === "iamCredentials"))){
const err65 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data33};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
let data34 = data33.identityToolkit;
if(typeof data34 !== "string"){
const err66 = {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/identityToolkit/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.identityToolkit,data:data34};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
let data35 = data33.secureToken;
if(typeof data35 !== "string"){
const err67 = {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/secureToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.secureToken,data:data35};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
let data36 = data33.certificates;
if(typeof data36 !== "string"){
const err68 = {instancePath:instancePath+"/identityPlatform/endpoints/certificates",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/certificates/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.certificates,data:data36};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
let data37 = data33.oauthToken;
if(typeof data37 !== "string"){
const err69 = {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/oauthToken/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.oauthToken,data:data37};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
let data38 = data33.sts;
if(typeof data38 !== "string"){
const err70 = {instancePath:instancePath+"/identityPlatform/endpoints/sts",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/sts/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.sts.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.sts,data:data38};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
let data39 = data33.iamCredentials;
if(typeof data39 !== "string"){
const err71 = {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",schemaPath:"#/properties/identityPlatform/properties/endpoints/properties/iamCredentials/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints.properties.iamCredentials,data:data39};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/identityPlatform/endpoints",schemaPath:"#/properties/identityPlatform/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.properties.endpoints.type,parentSchema:schema11.properties.identityPlatform.properties.endpoints,data:data33};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/identityPlatform",schemaPath:"#/properties/identityPlatform/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityPlatform.type,parentSchema:schema11.properties.identityPlatform,data:data19};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
let data40 = data.cookie;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(data40.name === undefined){
data40.name = null;
}
if(data40.allowPlainName === undefined){
data40.allowPlainName = false;
}
if(data40.domain === undefined){
data40.domain = null;
}
if(data40.sameSite === undefined){
data40.sameSite = "lax";
}
if(data40.signatureKeys === undefined){
data40.signatureKeys = [];
}
if(data40.signatureKeysFile === undefined){
data40.signatureKeysFile = null;
}
for(const key8 in data40){
if(!((((((key8 === "name") || (key8 === "allowPlainName")) || (key8 === "domain")) || (key8 === "sameSite")) || (key8 === "signatureKeys")) || (key8 === "signatureKeysFile"))){
const err74 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.cookie,data:data40};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
let data41 = data40.name;
if((typeof data41 !== "string") && (data41 !== null)){
const err75 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/type",keyword:"type",params:{type: schema11.properties.cookie.properties.name.type},message:"must be string,null",schema:schema11.properties.cookie.properties.name.type,parentSchema:schema11.properties.cookie.properties.name,data:data41};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(typeof data41 === "string"){
if(!pattern8.test(data41)){
const err76 = {instancePath:instancePath+"/cookie/name",schemaPath:"#/properties/cookie/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.cookie.properties.name,data:data41};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
let data42 = data40.allowPlainName;
if(typeof data42 !== "boolean"){
const err77 = {instancePath:instancePath+"/cookie/allowPlainName",schemaPath:"#/properties/cookie/properties/allowPlainName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.cookie.properties.allowPlainName.type,parentSchema:schema11.properties.cookie.properties.allowPlainName,data:data42};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
let data43 = data40.domain;
if((typeof data43 !== "string") && (data43 !== null)){
const err78 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/type",keyword:"type",params:{type: schema11.properties.cookie.properties.domain.type},message:"must be string,null",schema:schema11.properties.cookie.properties.domain.type,parentSchema:schema11.properties.cookie.properties.domain,data:data43};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(typeof data43 === "string"){
if(!pattern9.test(data43)){
const err79 = {instancePath:instancePath+"/cookie/domain",schemaPath:"#/properties/cookie/properties/domain/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\"",schema:"^[a-z0-9.-]+$",parentSchema:schema11.properties.cookie.properties.domain,data:data43};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
let data44 = data40.sameSite;
if(!(((data44 === "lax") || (data44 === "strict")) || (data44 === "none"))){
const err80 = {instancePath:instancePath+"/cookie/sameSite",schemaPath:"#/properties/cookie/properties/sameSite/enum",keyword:"enum",params:{allowedValues: schema11.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.cookie.properties.sameSite.enum,parentSchema:schema11.properties.cookie.properties.sameSite,data:data44};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
let data45 = data40.signatureKeys;
if(Array.isArray(data45)){
const len2 = data45.length;
for(let i2=0; i2<len2; i2++){
let data46 = data45[i2];
if(typeof data46 === "string"){
if(func3(data46) < 1){
const err81 = {instancePath:instancePath+"/cookie/signatureKeys/" + i2,schemaPath:"#/properties/cookie/properties/signatureKeys/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data46};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/cookie/signatureKeys/" + i2,schemaPath:"#/properties/cookie/properties/signatureKeys/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.cookie.properties.signatureKeys.items.type,parentSchema:schema11.properties.cookie.properties.signatureKeys.items,data:data46};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/cookie/signatureKeys",schemaPath:"#/properties/cookie/properties/signatureKeys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.cookie.properties.signatureKeys.type,parentSchema:schema11.properties.cookie.properties.signatureKeys,data:data45};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
let data47 = data40.signatureKeysFile;
if((typeof data47 !== "string") && (data47 !== null)){
const err84 = {instancePath:instancePath+"/cookie/signatureKeysFile",schemaPath:"#/properties/cookie/properties/signatureKeysFile/type",keyword:"type",params:{type: schema11.properties.cookie.properties.signatureKeysFile.type},message:"must be string,null",schema:schema11.properties.cookie.properties.signatureKeysFile.type,parentSchema:schema11.properties.cookie.properties.signatureKeysFile,data:data47};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.cookie.type,parentSchema:schema11.properties.cookie,data:data40};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
let data48 = data.hsts;
if((!(data48 && typeof data48 == "object" && !Array.isArray(data48))) && (data48 !== null)){
const err86 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/type",keyword:"type",params:{type: schema11.properties.hsts.type},message:"must be object,null",schema:schema11.properties.hsts.type,parentSchema:schema11.properties.hsts,data:data48};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
if(data48.maxAgeSeconds === undefined){
data48.maxAgeSeconds = 31536000;
}
if(data48.includeSubDomains === undefined){
data48.includeSubDomains = false;
}
if(data48.preload === undefined){
data48.preload = false;
}
for(const key9 in data48){
if(!(((key9 === "maxAgeSeconds") || (key9 === "includeSubDomains")) || (key9 === "preload"))){
const err87 = {instancePath:instancePath+"/hsts",schemaPath:"#/properties/hsts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.hsts,data:data48};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
let data49 = data48.maxAgeSeconds;
if(!(((typeof data49 == "number") && (!(data49 % 1) && !isNaN(data49))) && (isFinite(data49)))){
const err88 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.hsts.properties.maxAgeSeconds.type,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data49};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if((typeof data49 == "number") && (isFinite(data49))){
if(data49 > 315360000 || isNaN(data49)){
const err89 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000",schema:315360000,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data49};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data49 < 0 || isNaN(data49)){
const err90 = {instancePath:instancePath+"/hsts/maxAgeSeconds",schemaPath:"#/properties/hsts/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.hsts.properties.maxAgeSeconds,data:data49};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
let data50 = data48.includeSubDomains;
if(typeof data50 !== "boolean"){
const err91 = {instancePath:instancePath+"/hsts/includeSubDomains",schemaPath:"#/properties/hsts/properties/includeSubDomains/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.includeSubDomains.type,parentSchema:schema11.properties.hsts.properties.includeSubDomains,data:data50};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
let data51 = data48.preload;
if(typeof data51 !== "boolean"){
const err92 = {instancePath:instancePath+"/hsts/preload",schemaPath:"#/properties/hsts/properties/preload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.hsts.properties.preload.type,parentSchema:schema11.properties.hsts.properties.preload,data:data51};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
let data52 = data.session;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(data52.absoluteSeconds === undefined){
data52.absoluteSeconds = 1209600;
}
if(data52.idleSeconds === undefined){
data52.idleSeconds = 0;
}
if(data52.revocationCheckSeconds === undefined){
data52.revocationCheckSeconds = 300;
}
if(data52.expiredGraceSeconds === undefined){
data52.expiredGraceSeconds = 0;
}
if(data52.acquire === undefined){
data52.acquire = "auto";
}
if(data52.maxSignInAgeSeconds === undefined){
data52.maxSignInAgeSeconds = 900;
}
if(data52.requireVerifiedEmail === undefined){
data52.requireVerifiedEmail = false;
}
if(data52.visibleClaims === undefined){
data52.visibleClaims = null;
}
if(data52.signInProviders === undefined){
data52.signInProviders = null;
}
if(data52.signInsPerMinute === undefined){
data52.signInsPerMinute = 300;
}
if(data52.cacheBytes === undefined){
data52.cacheBytes = 67108864;
}
for(const key10 in data52){
if(!(func2.call(schema11.properties.session.properties, key10))){
const err93 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.session,data:data52};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
let data53 = data52.absoluteSeconds;
if(!(((typeof data53 == "number") && (!(data53 % 1) && !isNaN(data53))) && (isFinite(data53)))){
const err94 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.absoluteSeconds.type,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data53};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if((typeof data53 == "number") && (isFinite(data53))){
if(data53 > 31536000 || isNaN(data53)){
const err95 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data53};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(data53 < 60 || isNaN(data53)){
const err96 = {instancePath:instancePath+"/session/absoluteSeconds",schemaPath:"#/properties/session/properties/absoluteSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.absoluteSeconds,data:data53};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
let data54 = data52.idleSeconds;
if(!(((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54))) && (isFinite(data54)))){
const err97 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.idleSeconds.type,parentSchema:schema11.properties.session.properties.idleSeconds,data:data54};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 > 31536000 || isNaN(data54)){
const err98 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema11.properties.session.properties.idleSeconds,data:data54};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data54 < 0 || isNaN(data54)){
const err99 = {instancePath:instancePath+"/session/idleSeconds",schemaPath:"#/properties/session/properties/idleSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.idleSeconds,data:data54};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
let data55 = data52.revocationCheckSeconds;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err100 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.revocationCheckSeconds.type,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data55};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if((typeof data55 == "number") && (isFinite(data55))){
if(data55 > 86400 || isNaN(data55)){
const err101 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data55};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(data55 < 0 || isNaN(data55)){
const err102 = {instancePath:instancePath+"/session/revocationCheckSeconds",schemaPath:"#/properties/session/properties/revocationCheckSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.revocationCheckSeconds,data:data55};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
let data56 = data52.expiredGraceSeconds;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
const err103 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.expiredGraceSeconds.type,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data56};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 > 86400 || isNaN(data56)){
const err104 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data56};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data56 < 0 || isNaN(data56)){
const err105 = {instancePath:instancePath+"/session/expiredGraceSeconds",schemaPath:"#/properties/session/properties/expiredGraceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.expiredGraceSeconds,data:data56};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
let data57 = data52.acquire;
if(!(((data57 === "auto") || (data57 === "exchange")) || (data57 === "handover"))){
const err106 = {instancePath:instancePath+"/session/acquire",schemaPath:"#/properties/session/properties/acquire/enum",keyword:"enum",params:{allowedValues: schema11.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.session.properties.acquire.enum,parentSchema:schema11.properties.session.properties.acquire,data:data57};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
let data58 = data52.maxSignInAgeSeconds;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err107 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.maxSignInAgeSeconds.type,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data58};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if((typeof data58 == "number") && (isFinite(data58))){
if(data58 > 86400 || isNaN(data58)){
const err108 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data58};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data58 < 60 || isNaN(data58)){
const err109 = {instancePath:instancePath+"/session/maxSignInAgeSeconds",schemaPath:"#/properties/session/properties/maxSignInAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema11.properties.session.properties.maxSignInAgeSeconds,data:data58};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
let data59 = data52.requireVerifiedEmail;
if(typeof data59 !== "boolean"){
const err110 = {instancePath:instancePath+"/session/requireVerifiedEmail",schemaPath:"#/properties/session/properties/requireVerifiedEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.session.properties.requireVerifiedEmail.type,parentSchema:schema11.properties.session.properties.requireVerifiedEmail,data:data59};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
let data60 = data52.visibleClaims;
if(((!(Array.isArray(data60))) && (typeof data60 !== "string")) && (data60 !== null)){
const err111 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/type",keyword:"type",params:{type: schema11.properties.session.properties.visibleClaims.type},message:"must be array,string,null",schema:schema11.properties.session.properties.visibleClaims.type,parentSchema:schema11.properties.session.properties.visibleClaims,data:data60};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
if(typeof data60 === "string"){
if(!pattern10.test(data60)){
const err112 = {instancePath:instancePath+"/session/visibleClaims",schemaPath:"#/properties/session/properties/visibleClaims/pattern",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\"",schema:"^all$",parentSchema:schema11.properties.session.properties.visibleClaims,data:data60};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(Array.isArray(data60)){
const len3 = data60.length;
for(let i3=0; i3<len3; i3++){
let data61 = data60[i3];
if(typeof data61 === "string"){
if(func3(data61) < 1){
const err113 = {instancePath:instancePath+"/session/visibleClaims/" + i3,schemaPath:"#/properties/session/properties/visibleClaims/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data61};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/session/visibleClaims/" + i3,schemaPath:"#/properties/session/properties/visibleClaims/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.visibleClaims.items.type,parentSchema:schema11.properties.session.properties.visibleClaims.items,data:data61};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
}
let data62 = data52.signInProviders;
if((!(Array.isArray(data62))) && (data62 !== null)){
const err115 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/type",keyword:"type",params:{type: schema11.properties.session.properties.signInProviders.type},message:"must be array,null",schema:schema11.properties.session.properties.signInProviders.type,parentSchema:schema11.properties.session.properties.signInProviders,data:data62};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if(Array.isArray(data62)){
if(data62.length < 1){
const err116 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.session.properties.signInProviders,data:data62};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
const len4 = data62.length;
for(let i4=0; i4<len4; i4++){
let data63 = data62[i4];
if(typeof data63 === "string"){
if(func3(data63) > 128){
const err117 = {instancePath:instancePath+"/session/signInProviders/" + i4,schemaPath:"#/properties/session/properties/signInProviders/items/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data63};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(func3(data63) < 1){
const err118 = {instancePath:instancePath+"/session/signInProviders/" + i4,schemaPath:"#/properties/session/properties/signInProviders/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data63};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
else {
const err119 = {instancePath:instancePath+"/session/signInProviders/" + i4,schemaPath:"#/properties/session/properties/signInProviders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.session.properties.signInProviders.items.type,parentSchema:schema11.properties.session.properties.signInProviders.items,data:data63};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
let i5 = data62.length;
let j0;
if(i5 > 1){
const indices0 = {};
for(;i5--;){
let item0 = data62[i5];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err120 = {instancePath:instancePath+"/session/signInProviders",schemaPath:"#/properties/session/properties/signInProviders/uniqueItems",keyword:"uniqueItems",params:{i: i5, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i5+" are identical)",schema:true,parentSchema:schema11.properties.session.properties.signInProviders,data:data62};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
break;
}
indices0[item0] = i5;
}
}
}
let data64 = data52.signInsPerMinute;
if(!(((typeof data64 == "number") && (!(data64 % 1) && !isNaN(data64))) && (isFinite(data64)))){
const err121 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.signInsPerMinute.type,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data64};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if((typeof data64 == "number") && (isFinite(data64))){
if(data64 > 1000000 || isNaN(data64)){
const err122 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data64};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(data64 < 0 || isNaN(data64)){
const err123 = {instancePath:instancePath+"/session/signInsPerMinute",schemaPath:"#/properties/session/properties/signInsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.session.properties.signInsPerMinute,data:data64};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
let data65 = data52.cacheBytes;
if(!(((typeof data65 == "number") && (!(data65 % 1) && !isNaN(data65))) && (isFinite(data65)))){
const err124 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.session.properties.cacheBytes.type,parentSchema:schema11.properties.session.properties.cacheBytes,data:data65};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if((typeof data65 == "number") && (isFinite(data65))){
if(data65 > 17179869184 || isNaN(data65)){
const err125 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184",schema:17179869184,parentSchema:schema11.properties.session.properties.cacheBytes,data:data65};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(data65 < 1048576 || isNaN(data65)){
const err126 = {instancePath:instancePath+"/session/cacheBytes",schemaPath:"#/properties/session/properties/cacheBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema11.properties.session.properties.cacheBytes,data:data65};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
}
else {
const err127 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.session.type,parentSchema:schema11.properties.session,data:data52};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
let data66 = data.logout;
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
if(data66.clearSiteData === undefined){
data66.clearSiteData = [];
}
for(const key11 in data66){
if(!(key11 === "clearSiteData")){
const err128 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.logout,data:data66};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
let data67 = data66.clearSiteData;
if(Array.isArray(data67)){
const len5 = data67.length;
for(let i6=0; i6<len5; i6++){
let data68 = data67[i6];
if(!((data68 === "cache") || (data68 === "storage"))){
const err129 = {instancePath:instancePath+"/logout/clearSiteData/" + i6,schemaPath:"#/properties/logout/properties/clearSiteData/items/enum",keyword:"enum",params:{allowedValues: schema11.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.logout.properties.clearSiteData.items.enum,parentSchema:schema11.properties.logout.properties.clearSiteData.items,data:data68};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
let i7 = data67.length;
let j1;
if(i7 > 1){
outer0:
for(;i7--;){
for(j1 = i7; j1--;){
if(func0(data67[i7], data67[j1])){
const err130 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/uniqueItems",keyword:"uniqueItems",params:{i: i7, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i7+" are identical)",schema:true,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data67};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err131 = {instancePath:instancePath+"/logout/clearSiteData",schemaPath:"#/properties/logout/properties/clearSiteData/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.logout.properties.clearSiteData.type,parentSchema:schema11.properties.logout.properties.clearSiteData,data:data67};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
else {
const err132 = {instancePath:instancePath+"/logout",schemaPath:"#/properties/logout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.logout.type,parentSchema:schema11.properties.logout,data:data66};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
let data69 = data.paths;
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
if(data69.login === undefined){
data69.login = "/login";
}
if(data69.logout === undefined){
data69.logout = "/logout";
}
if(data69.refresh === undefined){
data69.refresh = "/_auth/refresh";
}
if(data69.session === undefined){
data69.session = "/_auth/session";
}
if(data69.verify === undefined){
data69.verify = "/_auth/verify";
}
if(data69.home === undefined){
data69.home = "/";
}
for(const key12 in data69){
if(!((((((key12 === "login") || (key12 === "logout")) || (key12 === "refresh")) || (key12 === "session")) || (key12 === "verify")) || (key12 === "home"))){
const err133 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.paths,data:data69};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
let data70 = data69.login;
if(typeof data70 === "string"){
if(!pattern11.test(data70)){
const err134 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.login,data:data70};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
else {
const err135 = {instancePath:instancePath+"/paths/login",schemaPath:"#/properties/paths/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.login.type,parentSchema:schema11.properties.paths.properties.login,data:data70};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
let data71 = data69.logout;
if(typeof data71 === "string"){
if(!pattern11.test(data71)){
const err136 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.logout,data:data71};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
else {
const err137 = {instancePath:instancePath+"/paths/logout",schemaPath:"#/properties/paths/properties/logout/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.logout.type,parentSchema:schema11.properties.paths.properties.logout,data:data71};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
let data72 = data69.refresh;
if(typeof data72 === "string"){
if(!pattern11.test(data72)){
const err138 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.refresh,data:data72};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
else {
const err139 = {instancePath:instancePath+"/paths/refresh",schemaPath:"#/properties/paths/properties/refresh/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.refresh.type,parentSchema:schema11.properties.paths.properties.refresh,data:data72};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
let data73 = data69.session;
if(typeof data73 === "string"){
if(!pattern11.test(data73)){
const err140 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.session,data:data73};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
else {
const err141 = {instancePath:instancePath+"/paths/session",schemaPath:"#/properties/paths/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.session.type,parentSchema:schema11.properties.paths.properties.session,data:data73};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
let data74 = data69.verify;
if(typeof data74 === "string"){
if(!pattern11.test(data74)){
const err142 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.verify,data:data74};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
else {
const err143 = {instancePath:instancePath+"/paths/verify",schemaPath:"#/properties/paths/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.verify.type,parentSchema:schema11.properties.paths.properties.verify,data:data74};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
let data75 = data69.home;
if(typeof data75 === "string"){
if(!pattern11.test(data75)){
const err144 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/pattern",keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\"",schema:"^/[A-Za-z0-9._~/-]*$",parentSchema:schema11.properties.paths.properties.home,data:data75};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
else {
const err145 = {instancePath:instancePath+"/paths/home",schemaPath:"#/properties/paths/properties/home/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.paths.properties.home.type,parentSchema:schema11.properties.paths.properties.home,data:data75};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
else {
const err146 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.paths.type,parentSchema:schema11.properties.paths,data:data69};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
let data76 = data.redirectParameter;
if(typeof data76 === "string"){
if(!pattern8.test(data76)){
const err147 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\"",schema:"^[A-Za-z0-9_-]{1,64}$",parentSchema:schema11.properties.redirectParameter,data:data76};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
else {
const err148 = {instancePath:instancePath+"/redirectParameter",schemaPath:"#/properties/redirectParameter/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.redirectParameter.type,parentSchema:schema11.properties.redirectParameter,data:data76};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
let data77 = data.identityHeaders;
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
for(const key13 in data77){
if(!(pattern2.test(key13))){
const err149 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.identityHeaders,data:data77};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
for(const key14 in data77){
if(pattern2.test(key14)){
let data78 = data77[key14];
if((typeof data78 !== "string") && (data78 !== null)){
const err150 = {instancePath:instancePath+"/identityHeaders/" + key14.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/identityHeaders/patternProperties/%5E%5Ba-z0-9%5D%5Ba-z0-9-%5D*%24/type",keyword:"type",params:{type: schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type},message:"must be string,null",schema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"].type,parentSchema:schema11.properties.identityHeaders.patternProperties["^[a-z0-9][a-z0-9-]*$"],data:data78};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
}
}
else {
const err151 = {instancePath:instancePath+"/identityHeaders",schemaPath:"#/properties/identityHeaders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.identityHeaders.type,parentSchema:schema11.properties.identityHeaders,data:data77};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
let data79 = data.access;
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.default === undefined){
data79.default = "signed-in";
}
if(data79.rules === undefined){
data79.rules = [];
}
for(const key15 in data79){
if(!((key15 === "default") || (key15 === "rules"))){
const err152 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access,data:data79};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
let data80 = data79.default;
if(!((data80 === "signed-in") || (data80 === "public"))){
const err153 = {instancePath:instancePath+"/access/default",schemaPath:"#/properties/access/properties/default/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.default.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.default.enum,parentSchema:schema11.properties.access.properties.default,data:data80};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
let data81 = data79.rules;
if(Array.isArray(data81)){
const len6 = data81.length;
for(let i8=0; i8<len6; i8++){
let data82 = data81[i8];
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
if(data82.path === undefined){
const err154 = {instancePath:instancePath+"/access/rules/" + i8,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data82};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if(data82.allow === undefined){
const err155 = {instancePath:instancePath+"/access/rules/" + i8,schemaPath:"#/properties/access/properties/rules/items/required",keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'",schema:schema11.properties.access.properties.rules.items.required,parentSchema:schema11.properties.access.properties.rules.items,data:data82};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
for(const key16 in data82){
if(!(((key16 === "path") || (key16 === "methods")) || (key16 === "allow"))){
const err156 = {instancePath:instancePath+"/access/rules/" + i8,schemaPath:"#/properties/access/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items,data:data82};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
if(data82.path !== undefined){
let data83 = data82.path;
if(typeof data83 === "string"){
if(!pattern20.test(data83)){
const err157 = {instancePath:instancePath+"/access/rules/" + i8+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\"",schema:"^/[^*?#\\s]*(/\\*)?$|^/\\*$",parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data83};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
else {
const err158 = {instancePath:instancePath+"/access/rules/" + i8+"/path",schemaPath:"#/properties/access/properties/rules/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.path.type,parentSchema:schema11.properties.access.properties.rules.items.properties.path,data:data83};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
if(data82.methods !== undefined){
let data84 = data82.methods;
if(Array.isArray(data84)){
if(data84.length < 1){
const err159 = {instancePath:instancePath+"/access/rules/" + i8+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data84};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
const len7 = data84.length;
for(let i9=0; i9<len7; i9++){
let data85 = data84[i9];
if(typeof data85 === "string"){
if(!pattern21.test(data85)){
const err160 = {instancePath:instancePath+"/access/rules/" + i8+"/methods/" + i9,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\"",schema:"^[A-Z]+$",parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data85};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
else {
const err161 = {instancePath:instancePath+"/access/rules/" + i8+"/methods/" + i9,schemaPath:"#/properties/access/properties/rules/items/properties/methods/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.methods.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods.items,data:data85};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
}
else {
const err162 = {instancePath:instancePath+"/access/rules/" + i8+"/methods",schemaPath:"#/properties/access/properties/rules/items/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.methods.type,parentSchema:schema11.properties.access.properties.rules.items.properties.methods,data:data84};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
if(data82.allow !== undefined){
let data86 = data82.allow;
const _errs184 = errors;
let valid33 = true;
const _errs185 = errors;
if(!(data86 && typeof data86 == "object" && !Array.isArray(data86))){
const err163 = {};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
var _valid0 = _errs185 === errors;
errors = _errs184;
if(vErrors !== null){
if(_errs184){
vErrors.length = _errs184;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs187 = errors;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
if(data86.claim === undefined){
const err164 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "claim"},message:"must have required property '"+"claim"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data86};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
if(data86.oneOf === undefined){
const err165 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/required",keyword:"required",params:{missingProperty: "oneOf"},message:"must have required property '"+"oneOf"+"'",schema:schema11.properties.access.properties.rules.items.properties.allow.then.required,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data86};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
for(const key17 in data86){
if(!(((key17 === "claim") || (key17 === "oneOf")) || (key17 === "allowUnverified"))){
const err166 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data86};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data86.claim !== undefined){
let data87 = data86.claim;
if(typeof data87 === "string"){
if(func3(data87) < 1){
const err167 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data87};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
else {
const err168 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/claim",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/claim/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.claim,data:data87};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
if(data86.oneOf !== undefined){
let data88 = data86.oneOf;
if(Array.isArray(data88)){
if(data88.length < 1){
const err169 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data88};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
const len8 = data88.length;
for(let i10=0; i10<len8; i10++){
let data89 = data88[i10];
if(((typeof data89 !== "string") && (!((typeof data89 == "number") && (isFinite(data89))))) && (typeof data89 !== "boolean")){
const err170 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/oneOf/" + i10,schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/items/type",keyword:"type",params:{type: schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type},message:"must be string,number,boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.items,data:data89};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
}
else {
const err171 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/oneOf",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/oneOf/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.oneOf,data:data88};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
if(data86.allowUnverified !== undefined){
let data90 = data86.allowUnverified;
if(typeof data90 !== "boolean"){
const err172 = {instancePath:instancePath+"/access/rules/" + i8+"/allow/allowUnverified",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/properties/allowUnverified/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then.properties.allowUnverified,data:data90};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
}
else {
const err173 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/then/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.properties.allow.then.type,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.then,data:data86};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
var _valid0 = _errs187 === errors;
valid33 = _valid0;
ifClause0 = "then";
}
else {
const _errs198 = errors;
if(!((data86 === "public") || (data86 === "signed-in"))){
const err174 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/else/enum",keyword:"enum",params:{allowedValues: schema11.properties.access.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.access.properties.rules.items.properties.allow.else.enum,parentSchema:schema11.properties.access.properties.rules.items.properties.allow.else,data:data86};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
var _valid0 = _errs198 === errors;
valid33 = _valid0;
ifClause0 = "else";
}
if(!valid33){
const err175 = {instancePath:instancePath+"/access/rules/" + i8+"/allow",schemaPath:"#/properties/access/properties/rules/items/properties/allow/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.access.properties.rules.items.properties.allow.if,parentSchema:schema11.properties.access.properties.rules.items.properties.allow,data:data86};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
}
else {
const err176 = {instancePath:instancePath+"/access/rules/" + i8,schemaPath:"#/properties/access/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.properties.rules.items.type,parentSchema:schema11.properties.access.properties.rules.items,data:data82};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
}
else {
const err177 = {instancePath:instancePath+"/access/rules",schemaPath:"#/properties/access/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.access.properties.rules.type,parentSchema:schema11.properties.access.properties.rules,data:data81};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
else {
const err178 = {instancePath:instancePath+"/access",schemaPath:"#/properties/access/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.access.type,parentSchema:schema11.properties.access,data:data79};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
let data91 = data.login;
if(data91 && typeof data91 == "object" && !Array.isArray(data91)){
if(data91.methods === undefined){
data91.methods = {};
}
if(data91.providers === undefined){
data91.providers = [];
}
if(data91.federated === undefined){
data91.federated = {};
}
if(data91.mfa === undefined){
data91.mfa = {};
}
if(data91.tenants === undefined){
data91.tenants = {};
}
if(data91.brand === undefined){
data91.brand = {};
}
if(data91.theme === undefined){
data91.theme = {};
}
if(data91.links === undefined){
data91.links = {};
}
if(data91.destinations === undefined){
data91.destinations = {};
}
if(data91.hosts === undefined){
data91.hosts = {};
}
if(data91.locales === undefined){
data91.locales = {};
}
if(data91.security === undefined){
data91.security = {};
}
if(data91.emulator === undefined){
data91.emulator = null;
}
for(const key18 in data91){
if(!(func2.call(schema11.properties.login.properties, key18))){
const err179 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login,data:data91};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
let data92 = data91.methods;
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
if(data92.password === undefined){
data92.password = true;
}
if(data92.emailLink === undefined){
data92.emailLink = false;
}
if(data92.signup === undefined){
data92.signup = false;
}
if(data92.askName === undefined){
data92.askName = false;
}
for(const key19 in data92){
if(!((((key19 === "password") || (key19 === "emailLink")) || (key19 === "signup")) || (key19 === "askName"))){
const err180 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.methods,data:data92};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
let data93 = data92.password;
if(typeof data93 !== "boolean"){
const err181 = {instancePath:instancePath+"/login/methods/password",schemaPath:"#/properties/login/properties/methods/properties/password/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.password.type,parentSchema:schema11.properties.login.properties.methods.properties.password,data:data93};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
let data94 = data92.emailLink;
if(typeof data94 !== "boolean"){
const err182 = {instancePath:instancePath+"/login/methods/emailLink",schemaPath:"#/properties/login/properties/methods/properties/emailLink/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.emailLink.type,parentSchema:schema11.properties.login.properties.methods.properties.emailLink,data:data94};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
let data95 = data92.signup;
if(typeof data95 !== "boolean"){
const err183 = {instancePath:instancePath+"/login/methods/signup",schemaPath:"#/properties/login/properties/methods/properties/signup/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.signup.type,parentSchema:schema11.properties.login.properties.methods.properties.signup,data:data95};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
let data96 = data92.askName;
if(typeof data96 !== "boolean"){
const err184 = {instancePath:instancePath+"/login/methods/askName",schemaPath:"#/properties/login/properties/methods/properties/askName/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.methods.properties.askName.type,parentSchema:schema11.properties.login.properties.methods.properties.askName,data:data96};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
else {
const err185 = {instancePath:instancePath+"/login/methods",schemaPath:"#/properties/login/properties/methods/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.methods.type,parentSchema:schema11.properties.login.properties.methods,data:data92};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
let data97 = data91.providers;
if(Array.isArray(data97)){
const len9 = data97.length;
for(let i11=0; i11<len9; i11++){
let data98 = data97[i11];
if(data98 && typeof data98 == "object" && !Array.isArray(data98)){
if(data98.icon === undefined){
data98.icon = null;
}
if(data98.scopes === undefined){
data98.scopes = [];
}
if(data98.id === undefined){
const err186 = {instancePath:instancePath+"/login/providers/" + i11,schemaPath:"#/properties/login/properties/providers/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.providers.items.required,parentSchema:schema11.properties.login.properties.providers.items,data:data98};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
for(const key20 in data98){
if(!(((((key20 === "id") || (key20 === "name")) || (key20 === "icon")) || (key20 === "scopes")) || (key20 === "params"))){
const err187 = {instancePath:instancePath+"/login/providers/" + i11,schemaPath:"#/properties/login/properties/providers/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.providers.items,data:data98};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data98.id !== undefined){
let data99 = data98.id;
if(typeof data99 === "string"){
if(!pattern22.test(data99)){
const err188 = {instancePath:instancePath+"/login/providers/" + i11+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\"",schema:"^[a-z0-9][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data99};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
else {
const err189 = {instancePath:instancePath+"/login/providers/" + i11+"/id",schemaPath:"#/properties/login/properties/providers/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.id.type,parentSchema:schema11.properties.login.properties.providers.items.properties.id,data:data99};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
if(data98.name !== undefined){
let data100 = data98.name;
if(typeof data100 === "string"){
if(func3(data100) > 60){
const err190 = {instancePath:instancePath+"/login/providers/" + i11+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters",schema:60,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data100};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
if(!pattern23.test(data100)){
const err191 = {instancePath:instancePath+"/login/providers/" + i11+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data100};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
else {
const err192 = {instancePath:instancePath+"/login/providers/" + i11+"/name",schemaPath:"#/properties/login/properties/providers/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.name.type,parentSchema:schema11.properties.login.properties.providers.items.properties.name,data:data100};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
let data101 = data98.icon;
if((typeof data101 !== "string") && (data101 !== null)){
const err193 = {instancePath:instancePath+"/login/providers/" + i11+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/type",keyword:"type",params:{type: schema11.properties.login.properties.providers.items.properties.icon.type},message:"must be string,null",schema:schema11.properties.login.properties.providers.items.properties.icon.type,parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data101};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
if(typeof data101 === "string"){
if(!pattern24.test(data101)){
const err194 = {instancePath:instancePath+"/login/providers/" + i11+"/icon",schemaPath:"#/properties/login/properties/providers/items/properties/icon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.providers.items.properties.icon,data:data101};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
let data102 = data98.scopes;
if(Array.isArray(data102)){
const len10 = data102.length;
for(let i12=0; i12<len10; i12++){
let data103 = data102[i12];
if(typeof data103 === "string"){
if(func3(data103) < 1){
const err195 = {instancePath:instancePath+"/login/providers/" + i11+"/scopes/" + i12,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data103};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
else {
const err196 = {instancePath:instancePath+"/login/providers/" + i11+"/scopes/" + i12,schemaPath:"#/properties/login/properties/providers/items/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.scopes.items.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes.items,data:data103};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
}
else {
const err197 = {instancePath:instancePath+"/login/providers/" + i11+"/scopes",schemaPath:"#/properties/login/properties/providers/items/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.items.properties.scopes.type,parentSchema:schema11.properties.login.properties.providers.items.properties.scopes,data:data102};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
if(data98.params !== undefined){
let data104 = data98.params;
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
for(const key21 in data104){
if(pattern25.test(key21)){
let data105 = data104[key21];
if(typeof data105 !== "string"){
const err198 = {instancePath:instancePath+"/login/providers/" + i11+"/params/" + key21.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/providers/items/properties/params/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.providers.items.properties.params.patternProperties["^.*$"],data:data105};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
}
}
else {
const err199 = {instancePath:instancePath+"/login/providers/" + i11+"/params",schemaPath:"#/properties/login/properties/providers/items/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.properties.params.type,parentSchema:schema11.properties.login.properties.providers.items.properties.params,data:data104};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
}
else {
const err200 = {instancePath:instancePath+"/login/providers/" + i11,schemaPath:"#/properties/login/properties/providers/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.providers.items.type,parentSchema:schema11.properties.login.properties.providers.items,data:data98};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
}
else {
const err201 = {instancePath:instancePath+"/login/providers",schemaPath:"#/properties/login/properties/providers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.providers.type,parentSchema:schema11.properties.login.properties.providers,data:data97};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
let data106 = data91.federated;
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
if(data106.mode === undefined){
data106.mode = "auto";
}
if(data106.helper === undefined){
data106.helper = "proxy";
}
if(data106.helperUrl === undefined){
data106.helperUrl = null;
}
for(const key22 in data106){
if(!(((key22 === "mode") || (key22 === "helper")) || (key22 === "helperUrl"))){
const err202 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.federated,data:data106};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
let data107 = data106.mode;
if(!(((data107 === "auto") || (data107 === "redirect")) || (data107 === "popup"))){
const err203 = {instancePath:instancePath+"/login/federated/mode",schemaPath:"#/properties/login/properties/federated/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.mode.enum,parentSchema:schema11.properties.login.properties.federated.properties.mode,data:data107};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
let data108 = data106.helper;
if(!((data108 === "proxy") || (data108 === "firebaseapp"))){
const err204 = {instancePath:instancePath+"/login/federated/helper",schemaPath:"#/properties/login/properties/federated/properties/helper/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.federated.properties.helper.enum,parentSchema:schema11.properties.login.properties.federated.properties.helper,data:data108};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
let data109 = data106.helperUrl;
if((typeof data109 !== "string") && (data109 !== null)){
const err205 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/type",keyword:"type",params:{type: schema11.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null",schema:schema11.properties.login.properties.federated.properties.helperUrl.type,parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data109};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
if(typeof data109 === "string"){
if(!pattern0.test(data109)){
const err206 = {instancePath:instancePath+"/login/federated/helperUrl",schemaPath:"#/properties/login/properties/federated/properties/helperUrl/pattern",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\"",schema:"^https?://[^/@?#\\s]+/?$",parentSchema:schema11.properties.login.properties.federated.properties.helperUrl,data:data109};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
}
else {
const err207 = {instancePath:instancePath+"/login/federated",schemaPath:"#/properties/login/properties/federated/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.federated.type,parentSchema:schema11.properties.login.properties.federated,data:data106};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
let data110 = data91.mfa;
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
if(data110.totp === undefined){
data110.totp = "optional";
}
if(data110.sms === undefined){
data110.sms = false;
}
if(data110.issuer === undefined){
data110.issuer = null;
}
for(const key23 in data110){
if(!(((key23 === "totp") || (key23 === "sms")) || (key23 === "issuer"))){
const err208 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.mfa,data:data110};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
let data111 = data110.totp;
if(!(((data111 === "off") || (data111 === "optional")) || (data111 === "required"))){
const err209 = {instancePath:instancePath+"/login/mfa/totp",schemaPath:"#/properties/login/properties/mfa/properties/totp/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.mfa.properties.totp.enum,parentSchema:schema11.properties.login.properties.mfa.properties.totp,data:data111};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
let data112 = data110.sms;
if(typeof data112 !== "boolean"){
const err210 = {instancePath:instancePath+"/login/mfa/sms",schemaPath:"#/properties/login/properties/mfa/properties/sms/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.mfa.properties.sms.type,parentSchema:schema11.properties.login.properties.mfa.properties.sms,data:data112};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
let data113 = data110.issuer;
if((typeof data113 !== "string") && (data113 !== null)){
const err211 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/type",keyword:"type",params:{type: schema11.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null",schema:schema11.properties.login.properties.mfa.properties.issuer.type,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data113};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
if(typeof data113 === "string"){
if(func3(data113) < 1){
const err212 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data113};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
if(!pattern27.test(data113)){
const err213 = {instancePath:instancePath+"/login/mfa/issuer",schemaPath:"#/properties/login/properties/mfa/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\"",schema:"^[^:]+$",parentSchema:schema11.properties.login.properties.mfa.properties.issuer,data:data113};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
}
else {
const err214 = {instancePath:instancePath+"/login/mfa",schemaPath:"#/properties/login/properties/mfa/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.mfa.type,parentSchema:schema11.properties.login.properties.mfa,data:data110};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
let data114 = data91.tenants;
if(data114 && typeof data114 == "object" && !Array.isArray(data114)){
if(data114.byHost === undefined){
data114.byHost = {};
}
if(data114.byEmailDomain === undefined){
data114.byEmailDomain = {};
}
if(data114.choose === undefined){
data114.choose = [];
}
for(const key24 in data114){
if(!(((key24 === "byHost") || (key24 === "byEmailDomain")) || (key24 === "choose"))){
const err215 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants,data:data114};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
let data115 = data114.byHost;
if(data115 && typeof data115 == "object" && !Array.isArray(data115)){
for(const key25 in data115){
if(!(pattern28.test(key25))){
const err216 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key25},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data115};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
}
for(const key26 in data115){
if(pattern28.test(key26)){
let data116 = data115[key26];
if(typeof data116 === "string"){
if(func3(data116) < 1){
const err217 = {instancePath:instancePath+"/login/tenants/byHost/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data116};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
if(!pattern6.test(data116)){
const err218 = {instancePath:instancePath+"/login/tenants/byHost/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data116};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
else {
const err219 = {instancePath:instancePath+"/login/tenants/byHost/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byHost/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data116};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
}
}
else {
const err220 = {instancePath:instancePath+"/login/tenants/byHost",schemaPath:"#/properties/login/properties/tenants/properties/byHost/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byHost.type,parentSchema:schema11.properties.login.properties.tenants.properties.byHost,data:data115};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
let data117 = data114.byEmailDomain;
if(data117 && typeof data117 == "object" && !Array.isArray(data117)){
for(const key27 in data117){
if(!(pattern28.test(key27))){
const err221 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data117};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
for(const key28 in data117){
if(pattern28.test(key28)){
let data118 = data117[key28];
if(typeof data118 === "string"){
if(func3(data118) < 1){
const err222 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data118};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
if(!pattern6.test(data118)){
const err223 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data118};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
else {
const err224 = {instancePath:instancePath+"/login/tenants/byEmailDomain/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data118};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
}
}
else {
const err225 = {instancePath:instancePath+"/login/tenants/byEmailDomain",schemaPath:"#/properties/login/properties/tenants/properties/byEmailDomain/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.byEmailDomain.type,parentSchema:schema11.properties.login.properties.tenants.properties.byEmailDomain,data:data117};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
let data119 = data114.choose;
if(Array.isArray(data119)){
const len11 = data119.length;
for(let i13=0; i13<len11; i13++){
let data120 = data119[i13];
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
if(data120.id === undefined){
const err226 = {instancePath:instancePath+"/login/tenants/choose/" + i13,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data120};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
if(data120.name === undefined){
const err227 = {instancePath:instancePath+"/login/tenants/choose/" + i13,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema11.properties.login.properties.tenants.properties.choose.items.required,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data120};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
for(const key29 in data120){
if(!((key29 === "id") || (key29 === "name"))){
const err228 = {instancePath:instancePath+"/login/tenants/choose/" + i13,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data120};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
if(data120.id !== undefined){
let data121 = data120.id;
if(typeof data121 === "string"){
if(func3(data121) < 1){
const err229 = {instancePath:instancePath+"/login/tenants/choose/" + i13+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data121};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
if(!pattern6.test(data121)){
const err230 = {instancePath:instancePath+"/login/tenants/choose/" + i13+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\"",schema:"^[A-Za-z0-9-]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data121};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
else {
const err231 = {instancePath:instancePath+"/login/tenants/choose/" + i13+"/id",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.id,data:data121};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
if(data120.name !== undefined){
let data122 = data120.name;
if(typeof data122 === "string"){
if(!pattern23.test(data122)){
const err232 = {instancePath:instancePath+"/login/tenants/choose/" + i13+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data122};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
else {
const err233 = {instancePath:instancePath+"/login/tenants/choose/" + i13+"/name",schemaPath:"#/properties/login/properties/tenants/properties/choose/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items.properties.name,data:data122};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
}
else {
const err234 = {instancePath:instancePath+"/login/tenants/choose/" + i13,schemaPath:"#/properties/login/properties/tenants/properties/choose/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.properties.choose.items.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose.items,data:data120};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
}
else {
const err235 = {instancePath:instancePath+"/login/tenants/choose",schemaPath:"#/properties/login/properties/tenants/properties/choose/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.tenants.properties.choose.type,parentSchema:schema11.properties.login.properties.tenants.properties.choose,data:data119};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
else {
const err236 = {instancePath:instancePath+"/login/tenants",schemaPath:"#/properties/login/properties/tenants/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.tenants.type,parentSchema:schema11.properties.login.properties.tenants,data:data114};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
let data123 = data91.brand;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
if(data123.name === undefined){
data123.name = "Gatehouse";
}
if(data123.logo === undefined){
data123.logo = null;
}
if(data123.logoDark === undefined){
data123.logoDark = null;
}
if(data123.favicon === undefined){
data123.favicon = null;
}
if(data123.background === undefined){
data123.background = null;
}
for(const key30 in data123){
if(!(((((key30 === "name") || (key30 === "logo")) || (key30 === "logoDark")) || (key30 === "favicon")) || (key30 === "background"))){
const err237 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.brand,data:data123};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
let data124 = data123.name;
if(typeof data124 === "string"){
if(func3(data124) > 80){
const err238 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data124};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
if(!pattern23.test(data124)){
const err239 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.brand.properties.name,data:data124};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
else {
const err240 = {instancePath:instancePath+"/login/brand/name",schemaPath:"#/properties/login/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.brand.properties.name,data:data124};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
let data125 = data123.logo;
if((typeof data125 !== "string") && (data125 !== null)){
const err241 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data125};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
if(typeof data125 === "string"){
if(!pattern24.test(data125)){
const err242 = {instancePath:instancePath+"/login/brand/logo",schemaPath:"#/properties/login/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logo,data:data125};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
let data126 = data123.logoDark;
if((typeof data126 !== "string") && (data126 !== null)){
const err243 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data126};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
if(typeof data126 === "string"){
if(!pattern24.test(data126)){
const err244 = {instancePath:instancePath+"/login/brand/logoDark",schemaPath:"#/properties/login/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.logoDark,data:data126};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
}
let data127 = data123.favicon;
if((typeof data127 !== "string") && (data127 !== null)){
const err245 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data127};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
if(typeof data127 === "string"){
if(!pattern24.test(data127)){
const err246 = {instancePath:instancePath+"/login/brand/favicon",schemaPath:"#/properties/login/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.favicon,data:data127};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
let data128 = data123.background;
if((typeof data128 !== "string") && (data128 !== null)){
const err247 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.brand.properties.background,data:data128};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
if(typeof data128 === "string"){
if(!pattern24.test(data128)){
const err248 = {instancePath:instancePath+"/login/brand/background",schemaPath:"#/properties/login/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.brand.properties.background,data:data128};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
}
else {
const err249 = {instancePath:instancePath+"/login/brand",schemaPath:"#/properties/login/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.brand.type,parentSchema:schema11.properties.login.properties.brand,data:data123};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
let data129 = data91.theme;
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
if(data129.accent === undefined){
data129.accent = null;
}
if(data129.accentDark === undefined){
data129.accentDark = null;
}
if(data129.mode === undefined){
data129.mode = "auto";
}
if(data129.radius === undefined){
data129.radius = 10;
}
if(data129.font === undefined){
data129.font = "system";
}
if(data129.cssFile === undefined){
data129.cssFile = null;
}
for(const key31 in data129){
if(!((((((key31 === "accent") || (key31 === "accentDark")) || (key31 === "mode")) || (key31 === "radius")) || (key31 === "font")) || (key31 === "cssFile"))){
const err250 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.theme,data:data129};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
let data130 = data129.accent;
if((typeof data130 !== "string") && (data130 !== null)){
const err251 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data130};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
if(typeof data130 === "string"){
if(!pattern41.test(data130)){
const err252 = {instancePath:instancePath+"/login/theme/accent",schemaPath:"#/properties/login/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accent,data:data130};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
let data131 = data129.accentDark;
if((typeof data131 !== "string") && (data131 !== null)){
const err253 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data131};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
if(typeof data131 === "string"){
if(!pattern41.test(data131)){
const err254 = {instancePath:instancePath+"/login/theme/accentDark",schemaPath:"#/properties/login/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.theme.properties.accentDark,data:data131};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
}
let data132 = data129.mode;
if(!(((data132 === "auto") || (data132 === "light")) || (data132 === "dark"))){
const err255 = {instancePath:instancePath+"/login/theme/mode",schemaPath:"#/properties/login/properties/theme/properties/mode/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.theme.properties.mode.enum,parentSchema:schema11.properties.login.properties.theme.properties.mode,data:data132};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
let data133 = data129.radius;
if(!(((typeof data133 == "number") && (!(data133 % 1) && !isNaN(data133))) && (isFinite(data133)))){
const err256 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.login.properties.theme.properties.radius.type,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data133};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
if((typeof data133 == "number") && (isFinite(data133))){
if(data133 > 24 || isNaN(data133)){
const err257 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24",schema:24,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data133};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
if(data133 < 0 || isNaN(data133)){
const err258 = {instancePath:instancePath+"/login/theme/radius",schemaPath:"#/properties/login/properties/theme/properties/radius/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.login.properties.theme.properties.radius,data:data133};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
}
let data134 = data129.font;
if(typeof data134 === "string"){
if(!pattern43.test(data134)){
const err259 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\"",schema:"^[A-Za-z0-9 ,'\"_-]{1,200}$",parentSchema:schema11.properties.login.properties.theme.properties.font,data:data134};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
}
else {
const err260 = {instancePath:instancePath+"/login/theme/font",schemaPath:"#/properties/login/properties/theme/properties/font/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.theme.properties.font.type,parentSchema:schema11.properties.login.properties.theme.properties.font,data:data134};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
let data135 = data129.cssFile;
if((typeof data135 !== "string") && (data135 !== null)){
const err261 = {instancePath:instancePath+"/login/theme/cssFile",schemaPath:"#/properties/login/properties/theme/properties/cssFile/type",keyword:"type",params:{type: schema11.properties.login.properties.theme.properties.cssFile.type},message:"must be string,null",schema:schema11.properties.login.properties.theme.properties.cssFile.type,parentSchema:schema11.properties.login.properties.theme.properties.cssFile,data:data135};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
}
else {
const err262 = {instancePath:instancePath+"/login/theme",schemaPath:"#/properties/login/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.theme.type,parentSchema:schema11.properties.login.properties.theme,data:data129};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
let data136 = data91.links;
if(data136 && typeof data136 == "object" && !Array.isArray(data136)){
if(data136.privacy === undefined){
data136.privacy = null;
}
if(data136.terms === undefined){
data136.terms = null;
}
if(data136.help === undefined){
data136.help = null;
}
if(data136.contact === undefined){
data136.contact = null;
}
for(const key32 in data136){
if(!((((key32 === "privacy") || (key32 === "terms")) || (key32 === "help")) || (key32 === "contact"))){
const err263 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.links,data:data136};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
}
let data137 = data136.privacy;
if((typeof data137 !== "string") && (data137 !== null)){
const err264 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data137};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
if(typeof data137 === "string"){
if(!pattern44.test(data137)){
const err265 = {instancePath:instancePath+"/login/links/privacy",schemaPath:"#/properties/login/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.privacy,data:data137};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
let data138 = data136.terms;
if((typeof data138 !== "string") && (data138 !== null)){
const err266 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.links.properties.terms,data:data138};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
if(typeof data138 === "string"){
if(!pattern44.test(data138)){
const err267 = {instancePath:instancePath+"/login/links/terms",schemaPath:"#/properties/login/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.terms,data:data138};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
}
let data139 = data136.help;
if((typeof data139 !== "string") && (data139 !== null)){
const err268 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.links.properties.help,data:data139};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
if(typeof data139 === "string"){
if(!pattern44.test(data139)){
const err269 = {instancePath:instancePath+"/login/links/help",schemaPath:"#/properties/login/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.help,data:data139};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
}
let data140 = data136.contact;
if((typeof data140 !== "string") && (data140 !== null)){
const err270 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.links.properties.contact,data:data140};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
if(typeof data140 === "string"){
if(!pattern44.test(data140)){
const err271 = {instancePath:instancePath+"/login/links/contact",schemaPath:"#/properties/login/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.links.properties.contact,data:data140};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
}
}
else {
const err272 = {instancePath:instancePath+"/login/links",schemaPath:"#/properties/login/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.links.type,parentSchema:schema11.properties.login.properties.links,data:data136};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
let data141 = data91.destinations;
if(data141 && typeof data141 == "object" && !Array.isArray(data141)){
for(const key33 in data141){
if(!(pattern11.test(key33))){
const err273 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.destinations,data:data141};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
}
for(const key34 in data141){
if(pattern11.test(key34)){
let data142 = data141[key34];
if(typeof data142 === "string"){
if(func3(data142) > 80){
const err274 = {instancePath:instancePath+"/login/destinations/" + key34.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data142};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
if(func3(data142) < 1){
const err275 = {instancePath:instancePath+"/login/destinations/" + key34.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data142};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
}
else {
const err276 = {instancePath:instancePath+"/login/destinations/" + key34.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data142};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
}
}
}
else {
const err277 = {instancePath:instancePath+"/login/destinations",schemaPath:"#/properties/login/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.destinations.type,parentSchema:schema11.properties.login.properties.destinations,data:data141};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
let data143 = data91.hosts;
if(data143 && typeof data143 == "object" && !Array.isArray(data143)){
for(const key35 in data143){
if(!(pattern28.test(key35))){
const err278 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts,data:data143};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
}
for(const key36 in data143){
if(pattern28.test(key36)){
let data144 = data143[key36];
if(data144 && typeof data144 == "object" && !Array.isArray(data144)){
for(const key37 in data144){
if(!((((key37 === "brand") || (key37 === "theme")) || (key37 === "links")) || (key37 === "destinations"))){
const err279 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data144};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
}
if(data144.brand !== undefined){
let data145 = data144.brand;
if(data145 && typeof data145 == "object" && !Array.isArray(data145)){
for(const key38 in data145){
if(!(((((key38 === "name") || (key38 === "logo")) || (key38 === "logoDark")) || (key38 === "favicon")) || (key38 === "background"))){
const err280 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data145};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
}
if(data145.name !== undefined){
let data146 = data145.name;
if(typeof data146 === "string"){
if(func3(data146) > 80){
const err281 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data146};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
if(!pattern23.test(data146)){
const err282 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\"",schema:"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data146};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
}
else {
const err283 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/name",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.name,data:data146};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
}
if(data145.logo !== undefined){
let data147 = data145.logo;
if((typeof data147 !== "string") && (data147 !== null)){
const err284 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data147};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
if(typeof data147 === "string"){
if(!pattern24.test(data147)){
const err285 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logo",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logo/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logo,data:data147};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
}
}
if(data145.logoDark !== undefined){
let data148 = data145.logoDark;
if((typeof data148 !== "string") && (data148 !== null)){
const err286 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data148};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
if(typeof data148 === "string"){
if(!pattern24.test(data148)){
const err287 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/logoDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/logoDark/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.logoDark,data:data148};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
}
}
if(data145.favicon !== undefined){
let data149 = data145.favicon;
if((typeof data149 !== "string") && (data149 !== null)){
const err288 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data149};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
if(typeof data149 === "string"){
if(!pattern24.test(data149)){
const err289 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/favicon",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/favicon/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.favicon,data:data149};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
}
}
if(data145.background !== undefined){
let data150 = data145.background;
if((typeof data150 !== "string") && (data150 !== null)){
const err290 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data150};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
if(typeof data150 === "string"){
if(!pattern24.test(data150)){
const err291 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand/background",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/properties/background/pattern",keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\"",schema:"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.properties.background,data:data150};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
}
}
}
else {
const err292 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/brand/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.brand,data:data145};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
if(data144.theme !== undefined){
let data151 = data144.theme;
if(data151 && typeof data151 == "object" && !Array.isArray(data151)){
for(const key39 in data151){
if(!((key39 === "accent") || (key39 === "accentDark"))){
const err293 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data151};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
}
if(data151.accent !== undefined){
let data152 = data151.accent;
if((typeof data152 !== "string") && (data152 !== null)){
const err294 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data152};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
if(typeof data152 === "string"){
if(!pattern41.test(data152)){
const err295 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accent",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accent/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accent,data:data152};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
}
}
if(data151.accentDark !== undefined){
let data153 = data151.accentDark;
if((typeof data153 !== "string") && (data153 !== null)){
const err296 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data153};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
if(typeof data153 === "string"){
if(!pattern41.test(data153)){
const err297 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme/accentDark",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/properties/accentDark/pattern",keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\"",schema:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.properties.accentDark,data:data153};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
}
}
}
else {
const err298 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/theme/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.theme,data:data151};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
}
if(data144.links !== undefined){
let data154 = data144.links;
if(data154 && typeof data154 == "object" && !Array.isArray(data154)){
for(const key40 in data154){
if(!((((key40 === "privacy") || (key40 === "terms")) || (key40 === "help")) || (key40 === "contact"))){
const err299 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key40},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data154};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
}
if(data154.privacy !== undefined){
let data155 = data154.privacy;
if((typeof data155 !== "string") && (data155 !== null)){
const err300 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data155};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
if(typeof data155 === "string"){
if(!pattern44.test(data155)){
const err301 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/privacy",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/privacy/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.privacy,data:data155};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
}
}
if(data154.terms !== undefined){
let data156 = data154.terms;
if((typeof data156 !== "string") && (data156 !== null)){
const err302 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data156};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
if(typeof data156 === "string"){
if(!pattern44.test(data156)){
const err303 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/terms",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/terms/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.terms,data:data156};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
}
}
if(data154.help !== undefined){
let data157 = data154.help;
if((typeof data157 !== "string") && (data157 !== null)){
const err304 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data157};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
if(typeof data157 === "string"){
if(!pattern44.test(data157)){
const err305 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/help",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/help/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.help,data:data157};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
}
}
if(data154.contact !== undefined){
let data158 = data154.contact;
if((typeof data158 !== "string") && (data158 !== null)){
const err306 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/type",keyword:"type",params:{type: schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type},message:"must be string,null",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data158};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
if(typeof data158 === "string"){
if(!pattern44.test(data158)){
const err307 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links/contact",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\"",schema:"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$",parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.properties.contact,data:data158};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
}
}
}
else {
const err308 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/links/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.links,data:data154};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
if(data144.destinations !== undefined){
let data159 = data144.destinations;
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
for(const key41 in data159){
if(pattern11.test(key41)){
let data160 = data159[key41];
if(typeof data160 === "string"){
if(func3(data160) > 80){
const err309 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters",schema:80,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
if(func3(data160) < 1){
const err310 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
}
else {
const err311 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/patternProperties/%5E~1%5BA-Za-z0-9._~0~1-%5D*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.patternProperties["^/[A-Za-z0-9._~/-]*$"],data:data160};
if(vErrors === null){
vErrors = [err311];
}
else {
vErrors.push(err311);
}
errors++;
}
}
}
}
else {
const err312 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/properties/destinations/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations.type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].properties.destinations,data:data159};
if(vErrors === null){
vErrors = [err312];
}
else {
vErrors.push(err312);
}
errors++;
}
}
}
else {
const err313 = {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/hosts/patternProperties/%5E%5Ba-z0-9%5D(%5Ba-z0-9.-%5D*%5Ba-z0-9%5D)%3F%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"].type,parentSchema:schema11.properties.login.properties.hosts.patternProperties["^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"],data:data144};
if(vErrors === null){
vErrors = [err313];
}
else {
vErrors.push(err313);
}
errors++;
}
}
}
}
else {
const err314 = {instancePath:instancePath+"/login/hosts",schemaPath:"#/properties/login/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.hosts.type,parentSchema:schema11.properties.login.properties.hosts,data:data143};
if(vErrors === null){
vErrors = [err314];
}
else {
vErrors.push(err314);
}
errors++;
}
let data161 = data91.locales;
if(data161 && typeof data161 == "object" && !Array.isArray(data161)){
if(data161.default === undefined){
data161.default = "en";
}
if(data161.enabled === undefined){
data161.enabled = ["en","de","fr","es","pt-BR","ja","zh-Hans","ar"];
}
if(data161.overrides === undefined){
data161.overrides = {};
}
for(const key42 in data161){
if(!(((key42 === "default") || (key42 === "enabled")) || (key42 === "overrides"))){
const err315 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales,data:data161};
if(vErrors === null){
vErrors = [err315];
}
else {
vErrors.push(err315);
}
errors++;
}
}
let data162 = data161.default;
if(typeof data162 === "string"){
if(!pattern64.test(data162)){
const err316 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.default,data:data162};
if(vErrors === null){
vErrors = [err316];
}
else {
vErrors.push(err316);
}
errors++;
}
}
else {
const err317 = {instancePath:instancePath+"/login/locales/default",schemaPath:"#/properties/login/properties/locales/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.default.type,parentSchema:schema11.properties.login.properties.locales.properties.default,data:data162};
if(vErrors === null){
vErrors = [err317];
}
else {
vErrors.push(err317);
}
errors++;
}
let data163 = data161.enabled;
if(Array.isArray(data163)){
if(data163.length < 1){
const err318 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data163};
if(vErrors === null){
vErrors = [err318];
}
else {
vErrors.push(err318);
}
errors++;
}
const len12 = data163.length;
for(let i14=0; i14<len12; i14++){
let data164 = data163[i14];
if(typeof data164 === "string"){
if(!pattern64.test(data164)){
const err319 = {instancePath:instancePath+"/login/locales/enabled/" + i14,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/pattern",keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"+"\"",schema:"^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$",parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data164};
if(vErrors === null){
vErrors = [err319];
}
else {
vErrors.push(err319);
}
errors++;
}
}
else {
const err320 = {instancePath:instancePath+"/login/locales/enabled/" + i14,schemaPath:"#/properties/login/properties/locales/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.enabled.items.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled.items,data:data164};
if(vErrors === null){
vErrors = [err320];
}
else {
vErrors.push(err320);
}
errors++;
}
}
let i15 = data163.length;
let j2;
if(i15 > 1){
const indices1 = {};
for(;i15--;){
let item1 = data163[i15];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j2 = indices1[item1];
const err321 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/uniqueItems",keyword:"uniqueItems",params:{i: i15, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i15+" are identical)",schema:true,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data163};
if(vErrors === null){
vErrors = [err321];
}
else {
vErrors.push(err321);
}
errors++;
break;
}
indices1[item1] = i15;
}
}
}
else {
const err322 = {instancePath:instancePath+"/login/locales/enabled",schemaPath:"#/properties/login/properties/locales/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.login.properties.locales.properties.enabled.type,parentSchema:schema11.properties.login.properties.locales.properties.enabled,data:data163};
if(vErrors === null){
vErrors = [err322];
}
else {
vErrors.push(err322);
}
errors++;
}
let data165 = data161.overrides;
if(data165 && typeof data165 == "object" && !Array.isArray(data165)){
for(const key43 in data165){
if(!(pattern64.test(key43))){
const err323 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data165};
if(vErrors === null){
vErrors = [err323];
}
else {
vErrors.push(err323);
}
errors++;
}
}
for(const key44 in data165){
if(pattern64.test(key44)){
let data166 = data165[key44];
if(data166 && typeof data166 == "object" && !Array.isArray(data166)){
for(const key45 in data166){
if(pattern25.test(key45)){
let data167 = data166[key45];
if(typeof data167 === "string"){
if(func3(data167) < 1){
const err324 = {instancePath:instancePath+"/login/locales/overrides/" + key44.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key45.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data167};
if(vErrors === null){
vErrors = [err324];
}
else {
vErrors.push(err324);
}
errors++;
}
}
else {
const err325 = {instancePath:instancePath+"/login/locales/overrides/" + key44.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key45.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/patternProperties/%5E.*%24/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].patternProperties["^.*$"],data:data167};
if(vErrors === null){
vErrors = [err325];
}
else {
vErrors.push(err325);
}
errors++;
}
}
}
}
else {
const err326 = {instancePath:instancePath+"/login/locales/overrides/" + key44.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/login/properties/locales/properties/overrides/patternProperties/%5E(en%7Cde%7Cfr%7Ces%7Cpt-BR%7Cja%7Czh-Hans%7Car)%24/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"].type,parentSchema:schema11.properties.login.properties.locales.properties.overrides.patternProperties["^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$"],data:data166};
if(vErrors === null){
vErrors = [err326];
}
else {
vErrors.push(err326);
}
errors++;
}
}
}
}
else {
const err327 = {instancePath:instancePath+"/login/locales/overrides",schemaPath:"#/properties/login/properties/locales/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.properties.overrides.type,parentSchema:schema11.properties.login.properties.locales.properties.overrides,data:data165};
if(vErrors === null){
vErrors = [err327];
}
else {
vErrors.push(err327);
}
errors++;
}
}
else {
const err328 = {instancePath:instancePath+"/login/locales",schemaPath:"#/properties/login/properties/locales/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.locales.type,parentSchema:schema11.properties.login.properties.locales,data:data161};
if(vErrors === null){
vErrors = [err328];
}
else {
vErrors.push(err328);
}
errors++;
}
let data168 = data91.security;
if(data168 && typeof data168 == "object" && !Array.isArray(data168)){
if(data168.trustedTypes === undefined){
data168.trustedTypes = "auto";
}
if(data168.reportUri === undefined){
data168.reportUri = null;
}
if(data168.recaptcha === undefined){
data168.recaptcha = false;
}
for(const key46 in data168){
if(!(((key46 === "trustedTypes") || (key46 === "reportUri")) || (key46 === "recaptcha"))){
const err329 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.login.properties.security,data:data168};
if(vErrors === null){
vErrors = [err329];
}
else {
vErrors.push(err329);
}
errors++;
}
}
let data169 = data168.trustedTypes;
if(!((data169 === "auto") || (data169 === "off"))){
const err330 = {instancePath:instancePath+"/login/security/trustedTypes",schemaPath:"#/properties/login/properties/security/properties/trustedTypes/enum",keyword:"enum",params:{allowedValues: schema11.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.login.properties.security.properties.trustedTypes.enum,parentSchema:schema11.properties.login.properties.security.properties.trustedTypes,data:data169};
if(vErrors === null){
vErrors = [err330];
}
else {
vErrors.push(err330);
}
errors++;
}
let data170 = data168.reportUri;
if((typeof data170 !== "string") && (data170 !== null)){
const err331 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/type",keyword:"type",params:{type: schema11.properties.login.properties.security.properties.reportUri.type},message:"must be string,null",schema:schema11.properties.login.properties.security.properties.reportUri.type,parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data170};
if(vErrors === null){
vErrors = [err331];
}
else {
vErrors.push(err331);
}
errors++;
}
if(typeof data170 === "string"){
if(!pattern69.test(data170)){
const err332 = {instancePath:instancePath+"/login/security/reportUri",schemaPath:"#/properties/login/properties/security/properties/reportUri/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\"",schema:"^https://[^\\s;,'\"]+$",parentSchema:schema11.properties.login.properties.security.properties.reportUri,data:data170};
if(vErrors === null){
vErrors = [err332];
}
else {
vErrors.push(err332);
}
errors++;
}
}
let data171 = data168.recaptcha;
if(typeof data171 !== "boolean"){
const err333 = {instancePath:instancePath+"/login/security/recaptcha",schemaPath:"#/properties/login/properties/security/properties/recaptcha/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.login.properties.security.properties.recaptcha.type,parentSchema:schema11.properties.login.properties.security.properties.recaptcha,data:data171};
if(vErrors === null){
vErrors = [err333];
}
else {
vErrors.push(err333);
}
errors++;
}
}
else {
const err334 = {instancePath:instancePath+"/login/security",schemaPath:"#/properties/login/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.properties.security.type,parentSchema:schema11.properties.login.properties.security,data:data168};
if(vErrors === null){
vErrors = [err334];
}
else {
vErrors.push(err334);
}
errors++;
}
let data172 = data91.emulator;
if((typeof data172 !== "string") && (data172 !== null)){
const err335 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/type",keyword:"type",params:{type: schema11.properties.login.properties.emulator.type},message:"must be string,null",schema:schema11.properties.login.properties.emulator.type,parentSchema:schema11.properties.login.properties.emulator,data:data172};
if(vErrors === null){
vErrors = [err335];
}
else {
vErrors.push(err335);
}
errors++;
}
if(typeof data172 === "string"){
if(!pattern70.test(data172)){
const err336 = {instancePath:instancePath+"/login/emulator",schemaPath:"#/properties/login/properties/emulator/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\"",schema:"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$",parentSchema:schema11.properties.login.properties.emulator,data:data172};
if(vErrors === null){
vErrors = [err336];
}
else {
vErrors.push(err336);
}
errors++;
}
}
}
else {
const err337 = {instancePath:instancePath+"/login",schemaPath:"#/properties/login/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.login.type,parentSchema:schema11.properties.login,data:data91};
if(vErrors === null){
vErrors = [err337];
}
else {
vErrors.push(err337);
}
errors++;
}
let data173 = data.log;
if(data173 && typeof data173 == "object" && !Array.isArray(data173)){
if(data173.level === undefined){
data173.level = "info";
}
for(const key47 in data173){
if(!(key47 === "level")){
const err338 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.log,data:data173};
if(vErrors === null){
vErrors = [err338];
}
else {
vErrors.push(err338);
}
errors++;
}
}
let data174 = data173.level;
if(!(((((((data174 === "fatal") || (data174 === "error")) || (data174 === "warn")) || (data174 === "info")) || (data174 === "debug")) || (data174 === "trace")) || (data174 === "silent"))){
const err339 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema11.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.log.properties.level.enum,parentSchema:schema11.properties.log.properties.level,data:data174};
if(vErrors === null){
vErrors = [err339];
}
else {
vErrors.push(err339);
}
errors++;
}
}
else {
const err340 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.log.type,parentSchema:schema11.properties.log,data:data173};
if(vErrors === null){
vErrors = [err340];
}
else {
vErrors.push(err340);
}
errors++;
}
let data175 = data.shutdown;
if(data175 && typeof data175 == "object" && !Array.isArray(data175)){
if(data175.drainSeconds === undefined){
data175.drainSeconds = 0;
}
if(data175.graceSeconds === undefined){
data175.graceSeconds = 30;
}
for(const key48 in data175){
if(!((key48 === "drainSeconds") || (key48 === "graceSeconds"))){
const err341 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key48},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.shutdown,data:data175};
if(vErrors === null){
vErrors = [err341];
}
else {
vErrors.push(err341);
}
errors++;
}
}
let data176 = data175.drainSeconds;
if(!(((typeof data176 == "number") && (!(data176 % 1) && !isNaN(data176))) && (isFinite(data176)))){
const err342 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.drainSeconds.type,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data176};
if(vErrors === null){
vErrors = [err342];
}
else {
vErrors.push(err342);
}
errors++;
}
if((typeof data176 == "number") && (isFinite(data176))){
if(data176 > 600 || isNaN(data176)){
const err343 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data176};
if(vErrors === null){
vErrors = [err343];
}
else {
vErrors.push(err343);
}
errors++;
}
if(data176 < 0 || isNaN(data176)){
const err344 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema11.properties.shutdown.properties.drainSeconds,data:data176};
if(vErrors === null){
vErrors = [err344];
}
else {
vErrors.push(err344);
}
errors++;
}
}
let data177 = data175.graceSeconds;
if(!(((typeof data177 == "number") && (!(data177 % 1) && !isNaN(data177))) && (isFinite(data177)))){
const err345 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.shutdown.properties.graceSeconds.type,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data177};
if(vErrors === null){
vErrors = [err345];
}
else {
vErrors.push(err345);
}
errors++;
}
if((typeof data177 == "number") && (isFinite(data177))){
if(data177 > 3600 || isNaN(data177)){
const err346 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data177};
if(vErrors === null){
vErrors = [err346];
}
else {
vErrors.push(err346);
}
errors++;
}
if(data177 < 1 || isNaN(data177)){
const err347 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.shutdown.properties.graceSeconds,data:data177};
if(vErrors === null){
vErrors = [err347];
}
else {
vErrors.push(err347);
}
errors++;
}
}
}
else {
const err348 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.shutdown.type,parentSchema:schema11.properties.shutdown,data:data175};
if(vErrors === null){
vErrors = [err348];
}
else {
vErrors.push(err348);
}
errors++;
}
}
else {
const err349 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err349];
}
else {
vErrors.push(err349);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

