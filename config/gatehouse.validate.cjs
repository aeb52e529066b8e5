// Made from gatehouse.schema.json by `npm run config:generate`. Do not edit.
"use strict";
module.exports = validate21;
module.exports.default = validate21;
const schema6 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["publicUrl","identityPlatform"],"properties":{"publicUrl":{"type":"string","pattern":"^https?://[^/@?#\\s]+/?$"},"listen":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8080},"unix":{"$ref":"#/definitions/shape3","default":null},"fd":{"type":["integer","null"],"default":null,"minimum":3,"maximum":1023},"tls":{"type":["object","null"],"required":["certFile","keyFile"],"properties":{"certFile":{"$ref":"#/definitions/shape4"},"keyFile":{"$ref":"#/definitions/shape4"}},"default":null,"additionalProperties":false}},"default":{},"additionalProperties":false},"management":{"type":"object","required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":9464},"tokenFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"metrics":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":true},"durationBuckets":{"type":"array","items":{"type":"number","exclusiveMinimum":0,"maximum":3600},"default":[0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30],"minItems":1,"maxItems":24}},"default":{},"additionalProperties":false},"trustedProxies":{"$ref":"#/definitions/shape7","default":[]},"upstream":{"$ref":"#/definitions/shape8","default":null},"applications":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"$ref":"#/definitions/shape15"},"host":{"$ref":"#/definitions/shape16"},"path":{"type":"string","default":"/*","pattern":"^/([^*?#\\s]+/)?\\*$"},"stripPath":{"$ref":"#/definitions/shape6","default":false},"upstream":{"$ref":"#/definitions/shape8"},"access":{"$ref":"#/definitions/shape17"},"identityHeaders":{"$ref":"#/definitions/shape18"},"cors":{"$ref":"#/definitions/shape19"},"passUnknownBearer":{"$ref":"#/definitions/shape6"},"login":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape20"},"theme":{"$ref":"#/definitions/shape23"},"links":{"$ref":"#/definitions/shape31"},"destinations":{"$ref":"#/definitions/shape33"},"providers":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"uniqueItems":true},"tenant":{"type":["string","null"],"pattern":"^[A-Za-z0-9-]+$"}},"additionalProperties":false}},"additionalProperties":false},"default":[]},"forwardAuth":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"listen":{"$ref":"#/definitions/shape35","default":null},"grpc":{"$ref":"#/definitions/shape35","default":null},"trustedProxies":{"type":["array","null"],"items":{"$ref":"#/definitions/shape4"},"default":null},"origins":{"$ref":"#/definitions/shape7","default":[]}},"default":{},"additionalProperties":false},"identityPlatform":{"type":"object","required":["projectId"],"properties":{"projectId":{"type":"string","pattern":"^[a-z0-9][a-z0-9:.-]*$","maxLength":64},"apiKey":{"$ref":"#/definitions/shape1","default":""},"apiKeyFile":{"$ref":"#/definitions/shape5","default":null},"tenantId":{"$ref":"#/definitions/shape9","default":null},"tenants":{"type":"object","patternProperties":{"^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$":{"$ref":"#/definitions/shape36"}},"default":{},"additionalProperties":false},"credentials":{"$ref":"#/definitions/shape1","default":""},"credentialsFile":{"$ref":"#/definitions/shape5","default":null},"serviceAccountEmail":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},"authDomain":{"$ref":"#/definitions/shape5","default":null},"allowAnonymous":{"$ref":"#/definitions/shape6","default":false},"emulatorHost":{"$ref":"#/definitions/shape5","default":null},"emulatorAnywhere":{"$ref":"#/definitions/shape6","default":false},"endpoints":{"type":"object","required":[],"properties":{"identityToolkit":{"$ref":"#/definitions/shape1","default":"https://identitytoolkit.googleapis.com"},"secureToken":{"$ref":"#/definitions/shape1","default":"https://securetoken.googleapis.com"},"certificates":{"$ref":"#/definitions/shape1","default":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"},"oauthToken":{"$ref":"#/definitions/shape1","default":"https://oauth2.googleapis.com/token"},"sts":{"$ref":"#/definitions/shape1","default":"https://sts.googleapis.com/v1/token"},"iamCredentials":{"$ref":"#/definitions/shape1","default":"https://iamcredentials.googleapis.com"}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"cookie":{"type":"object","required":[],"properties":{"name":{"type":["string","null"],"default":null,"pattern":"^[A-Za-z0-9_-]{1,64}$"},"allowPlainName":{"$ref":"#/definitions/shape6","default":false},"domain":{"type":["string","null"],"default":null,"pattern":"^[a-z0-9.-]+$"},"sameSite":{"enum":["lax","strict","none"],"default":"lax"},"format":{"enum":["current","previous"],"default":"current"},"signatureKeys":{"$ref":"#/definitions/shape7","default":[]},"signatureKeysFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"hsts":{"type":["object","null"],"required":[],"properties":{"maxAgeSeconds":{"type":"integer","default":31536000,"minimum":0,"maximum":315360000},"includeSubDomains":{"$ref":"#/definitions/shape6","default":false},"preload":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"session":{"type":"object","required":[],"properties":{"absoluteSeconds":{"type":"integer","default":1209600,"minimum":60,"maximum":31536000},"idleSeconds":{"$ref":"#/definitions/shape13","default":0},"streamsCountAsActivity":{"$ref":"#/definitions/shape6","default":false},"revocationCheckSeconds":{"$ref":"#/definitions/shape37","default":300},"expiredGraceSeconds":{"$ref":"#/definitions/shape37","default":0},"acquire":{"enum":["auto","exchange","handover"],"default":"auto"},"maxSignInAgeSeconds":{"type":"integer","default":900,"minimum":60,"maximum":86400},"requireVerifiedEmail":{"$ref":"#/definitions/shape6","default":false},"visibleClaims":{"type":["array","string","null"],"items":{"$ref":"#/definitions/shape4"},"pattern":"^all$","default":null},"signInProviders":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":128},"minItems":1,"uniqueItems":true,"default":null},"signInsPerMinute":{"$ref":"#/definitions/shape14","default":300},"cacheBytes":{"type":"integer","default":67108864,"minimum":1048576,"maximum":17179869184}},"default":{},"additionalProperties":false},"store":{"type":["object","null"],"required":[],"properties":{"url":{"$ref":"#/definitions/shape5","default":null},"urlFile":{"$ref":"#/definitions/shape5","default":null},"passwordFile":{"$ref":"#/definitions/shape5","default":null},"prefix":{"type":"string","default":"gatehouse","pattern":"^[A-Za-z0-9_.:-]{1,64}$"},"timeoutMs":{"type":"integer","default":250,"minimum":10,"maximum":5000},"caFile":{"$ref":"#/definitions/shape5","default":null}},"default":null,"additionalProperties":false},"logout":{"type":"object","required":[],"properties":{"clearSiteData":{"type":"array","items":{"enum":["cache","storage"]},"default":[],"uniqueItems":true}},"default":{},"additionalProperties":false},"paths":{"type":"object","required":[],"properties":{"login":{"$ref":"#/definitions/shape38","default":"/login"},"logout":{"$ref":"#/definitions/shape38","default":"/logout"},"account":{"$ref":"#/definitions/shape38","default":"/account"},"refresh":{"$ref":"#/definitions/shape38","default":"/_auth/refresh"},"session":{"$ref":"#/definitions/shape38","default":"/_auth/session"},"verify":{"$ref":"#/definitions/shape38","default":"/_auth/verify"},"home":{"$ref":"#/definitions/shape38","default":"/"}},"default":{},"additionalProperties":false},"redirectParameter":{"type":"string","default":"redirect","pattern":"^[A-Za-z0-9_-]{1,64}$"},"identityHeaders":{"$ref":"#/definitions/shape18","default":{}},"access":{"$ref":"#/definitions/shape17","default":{}},"cors":{"$ref":"#/definitions/shape19","default":{}},"keepForms":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"maxBytes":{"type":"integer","default":65536,"minimum":1024,"maximum":1048576}},"default":{},"additionalProperties":false},"bearer":{"type":"array","items":{"type":"object","required":["issuer","audiences"],"properties":{"issuer":{"type":"string","pattern":"^https?://[^@?#\\s]+$","maxLength":500},"audiences":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"minItems":1},"claims":{"type":"object","patternProperties":{"^.*$":{"type":"array","items":{"$ref":"#/definitions/shape1"},"minItems":1}},"default":{}},"jwksUri":{"type":["string","null"],"default":null,"pattern":"^https?://[^@#\\s]+$"},"headers":{"$ref":"#/definitions/shape11","default":[]},"applications":{"type":"array","items":{"$ref":"#/definitions/shape15"},"default":[]}},"additionalProperties":false},"default":[]},"passUnknownBearer":{"$ref":"#/definitions/shape6","default":false},"login":{"type":"object","required":[],"properties":{"methods":{"type":"object","required":[],"properties":{"password":{"$ref":"#/definitions/shape6","default":true},"emailLink":{"$ref":"#/definitions/shape6","default":false},"phone":{"$ref":"#/definitions/shape6","default":false},"passkey":{"enum":["off","button","autofill"],"default":"off"},"signup":{"$ref":"#/definitions/shape6","default":false},"askName":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"passkeys":{"type":"object","required":[],"properties":{"relyingPartyId":{"$ref":"#/definitions/shape10","default":null},"offerAfterSignIn":{"$ref":"#/definitions/shape6","default":false},"countsAsSecondFactor":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"remember":{"enum":["always","ask","never"],"default":"always"},"lastUsed":{"$ref":"#/definitions/shape6","default":true},"providers":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","pattern":"^[a-z0-9][A-Za-z0-9._-]{0,127}$"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":60},"icon":{"$ref":"#/definitions/shape22","default":null},"scopes":{"$ref":"#/definitions/shape7","default":[]},"params":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape1"}}}},"additionalProperties":false},"default":[]},"federated":{"type":"object","required":[],"properties":{"mode":{"enum":["auto","redirect","popup"],"default":"auto"},"helper":{"enum":["proxy","firebaseapp"],"default":"proxy"},"helperUrl":{"type":["string","null"],"default":null,"pattern":"^https?://[^/@?#\\s]+/?$"},"redirectHosts":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"default":[]}},"default":{},"additionalProperties":false},"mfa":{"type":"object","required":[],"properties":{"totp":{"enum":["off","optional","required"],"default":"optional"},"sms":{"$ref":"#/definitions/shape6","default":false},"issuer":{"type":["string","null"],"default":null,"minLength":1,"pattern":"^[^:]+$"}},"default":{},"additionalProperties":false},"tenants":{"type":"object","required":[],"properties":{"byHost":{"$ref":"#/definitions/shape39","default":{}},"byEmailDomain":{"$ref":"#/definitions/shape39","default":{}},"choose":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{"id":{"$ref":"#/definitions/shape36"},"name":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"}},"additionalProperties":false},"default":[]}},"default":{},"additionalProperties":false},"brand":{"type":"object","required":[],"properties":{"name":{"$ref":"#/definitions/shape21","default":"Gatehouse"},"logo":{"$ref":"#/definitions/shape22","default":null},"logoDark":{"$ref":"#/definitions/shape22","default":null},"favicon":{"$ref":"#/definitions/shape22","default":null},"background":{"$ref":"#/definitions/shape22","default":null}},"default":{},"additionalProperties":false},"theme":{"type":"object","required":[],"properties":{"preset":{"$ref":"#/definitions/shape24","default":null},"accent":{"$ref":"#/definitions/shape25","default":null},"accentDark":{"$ref":"#/definitions/shape25","default":null},"mode":{"enum":["auto","light","dark"],"default":"auto"},"layout":{"$ref":"#/definitions/shape26","default":null},"alignment":{"$ref":"#/definitions/shape27","default":null},"buttons":{"$ref":"#/definitions/shape28","default":null},"radius":{"$ref":"#/definitions/shape29","default":null},"font":{"type":"string","default":"system","pattern":"^[A-Za-z0-9 ,'\"_-]{1,200}$"},"fontFile":{"$ref":"#/definitions/shape30","default":null},"cssFile":{"$ref":"#/definitions/shape5","default":null}},"default":{},"additionalProperties":false},"links":{"type":"object","required":[],"properties":{"privacy":{"$ref":"#/definitions/shape32","default":null},"terms":{"$ref":"#/definitions/shape32","default":null},"help":{"$ref":"#/definitions/shape32","default":null},"contact":{"$ref":"#/definitions/shape32","default":null}},"default":{},"additionalProperties":false},"destinations":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape34"}},"default":{},"additionalProperties":false},"hosts":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"type":"object","properties":{"brand":{"$ref":"#/definitions/shape20"},"theme":{"$ref":"#/definitions/shape23"},"links":{"$ref":"#/definitions/shape31"},"destinations":{"$ref":"#/definitions/shape33"}},"additionalProperties":false}},"default":{},"additionalProperties":false},"locales":{"type":"object","required":[],"properties":{"default":{"$ref":"#/definitions/shape40","default":"en"},"enabled":{"type":"array","items":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"default":["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"],"minItems":1,"uniqueItems":true},"overrides":{"type":"object","patternProperties":{"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$":{"type":"object","patternProperties":{"^.*$":{"$ref":"#/definitions/shape4"}}}},"default":{},"additionalProperties":false}},"default":{},"additionalProperties":false},"security":{"type":"object","required":[],"properties":{"trustedTypes":{"enum":["auto","off"],"default":"auto"},"reportUri":{"type":["string","null"],"default":null,"pattern":"^https://[^\\s;,'\"]+$"},"recaptcha":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"emulator":{"type":["string","null"],"default":null,"pattern":"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"}},"default":{},"additionalProperties":false},"account":{"type":"object","required":[],"properties":{"enabled":{"$ref":"#/definitions/shape6","default":false},"name":{"$ref":"#/definitions/shape6","default":true},"password":{"$ref":"#/definitions/shape6","default":true},"email":{"$ref":"#/definitions/shape6","default":true},"providers":{"$ref":"#/definitions/shape6","default":true},"secondStep":{"$ref":"#/definitions/shape6","default":true},"passkeys":{"$ref":"#/definitions/shape6","default":true},"export":{"$ref":"#/definitions/shape6","default":true},"delete":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"log":{"type":"object","required":[],"properties":{"level":{"enum":["fatal","error","warn","info","debug","trace","silent"],"default":"info"},"format":{"enum":["json","text"],"default":"json"},"requests":{"enum":["all","refused","none"],"default":"all"},"sample":{"type":"number","default":1,"minimum":0,"maximum":1},"slowMs":{"type":"integer","default":5000,"minimum":1,"maximum":3600000}},"default":{},"additionalProperties":false},"audit":{"type":"object","required":[],"properties":{"to":{"$ref":"#/definitions/shape4","default":"stdout"},"format":{"enum":["json","cloudevents"],"default":"json"},"refreshes":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"tracing":{"type":"object","required":[],"properties":{"accept":{"enum":["trusted","all","none"],"default":"trusted"},"paths":{"$ref":"#/definitions/shape6","default":false},"subject":{"$ref":"#/definitions/shape6","default":false}},"default":{},"additionalProperties":false},"workers":{"type":["integer","string"],"pattern":"^auto$","minimum":1,"maximum":64,"default":1},"reload":{"type":"object","required":[],"properties":{"watch":{"$ref":"#/definitions/shape6","default":true},"pollSeconds":{"$ref":"#/definitions/shape41","default":10}},"default":{},"additionalProperties":false},"shutdown":{"type":"object","required":[],"properties":{"drainSeconds":{"type":"integer","default":0,"minimum":0,"maximum":600},"graceSeconds":{"$ref":"#/definitions/shape41","default":30}},"default":{},"additionalProperties":false}},"additionalProperties":false,"title":"Gatehouse configuration","definitions":{"condition":{"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape42"},"any":{"$ref":"#/definitions/shape42"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape4"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape6"},"uid":{"$ref":"#/definitions/shape43"},"email":{"$ref":"#/definitions/shape43"},"emailDomain":{"$ref":"#/definitions/shape43"},"allowUnverified":{"$ref":"#/definitions/shape6"},"emailVerified":{"$ref":"#/definitions/shape6"},"tenant":{"$ref":"#/definitions/shape43"},"provider":{"$ref":"#/definitions/shape43"},"secondFactor":{"$ref":"#/definitions/shape6"},"network":{"$ref":"#/definitions/shape43"}}},"shape1":{"type":"string"},"shape2":{"type":"integer","minimum":0,"maximum":65535},"shape3":{"type":["string","null"],"pattern":"^/[^\\u0000-\\u001f\\u007f]+$"},"shape4":{"type":"string","minLength":1},"shape5":{"type":["string","null"]},"shape6":{"type":"boolean"},"shape7":{"type":"array","items":{"$ref":"#/definitions/shape4"}},"shape9":{"type":["string","null"],"minLength":1},"shape10":{"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape11":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}},"shape12":{"type":"integer","minimum":0,"maximum":3600000},"shape13":{"type":"integer","minimum":0,"maximum":31536000},"shape14":{"type":"integer","minimum":0,"maximum":1000000},"shape8":{"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape9","default":null},"certFile":{"$ref":"#/definitions/shape9","default":null},"keyFile":{"$ref":"#/definitions/shape9","default":null},"serverName":{"$ref":"#/definitions/shape10","default":null},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2"},"insecure":{"$ref":"#/definitions/shape6","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public"},"passHeaders":{"$ref":"#/definitions/shape11","default":[]},"sharedCaching":{"$ref":"#/definitions/shape6","default":false},"connectTimeoutMs":{"type":"integer","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"$ref":"#/definitions/shape12","default":60000},"idleTimeoutMs":{"type":"integer","default":0,"minimum":0,"maximum":86400000},"keepAliveTimeoutMs":{"$ref":"#/definitions/shape12","default":1500},"maxStreamSeconds":{"$ref":"#/definitions/shape13","default":0},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape12","default":60000},"maxBodyBytes":{"type":"integer","default":0,"minimum":0,"maximum":1125899906842624},"maxHeaderBytes":{"type":"integer","default":65536,"minimum":8192,"maximum":1048576},"earlyHints":{"$ref":"#/definitions/shape6","default":true},"maxConnections":{"$ref":"#/definitions/shape14","default":1024}},"additionalProperties":false},"shape15":{"type":"string","pattern":"^[a-z0-9-]{1,32}$"},"shape16":{"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},"shape17":{"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in"},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape16"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape6"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false},"default":[]}},"additionalProperties":false},"shape18":{"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape5"}},"additionalProperties":false},"shape19":{"type":"object","required":[],"properties":{"origins":{"$ref":"#/definitions/shape7","default":[]},"credentials":{"$ref":"#/definitions/shape6","default":false}},"additionalProperties":false},"shape21":{"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80},"shape22":{"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},"shape20":{"type":"object","properties":{"name":{"$ref":"#/definitions/shape21"},"logo":{"$ref":"#/definitions/shape22"},"logoDark":{"$ref":"#/definitions/shape22"},"favicon":{"$ref":"#/definitions/shape22"},"background":{"$ref":"#/definitions/shape22"}},"additionalProperties":false},"shape24":{"enum":["graphite","evergreen","iris","sandstone","ledger",null]},"shape25":{"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},"shape26":{"enum":["card","split","plain",null]},"shape27":{"enum":["center","start",null]},"shape28":{"enum":["rounded","pill","square",null]},"shape29":{"type":["integer","null"],"minimum":0,"maximum":24},"shape30":{"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"},"shape23":{"type":"object","properties":{"preset":{"$ref":"#/definitions/shape24"},"accent":{"$ref":"#/definitions/shape25"},"accentDark":{"$ref":"#/definitions/shape25"},"layout":{"$ref":"#/definitions/shape26"},"alignment":{"$ref":"#/definitions/shape27"},"buttons":{"$ref":"#/definitions/shape28"},"radius":{"$ref":"#/definitions/shape29"},"fontFile":{"$ref":"#/definitions/shape30"}},"additionalProperties":false},"shape32":{"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},"shape31":{"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape32"},"terms":{"$ref":"#/definitions/shape32"},"help":{"$ref":"#/definitions/shape32"},"contact":{"$ref":"#/definitions/shape32"}},"additionalProperties":false},"shape34":{"type":"string","minLength":1,"maxLength":80},"shape33":{"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape34"}}},"shape35":{"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081}},"additionalProperties":false},"shape36":{"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"},"shape37":{"type":"integer","minimum":0,"maximum":86400},"shape38":{"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"},"shape39":{"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape36"}},"additionalProperties":false},"shape40":{"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},"shape41":{"type":"integer","minimum":1,"maximum":3600},"shape42":{"type":"array","items":{"$ref":"#/definitions/condition"}},"shape43":{"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape4"}}}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const func0 = require("ajv/dist/runtime/equal").default;
const pattern0 = new RegExp("^https?://[^/@?#\\s]+/?$", "u");
const pattern7 = new RegExp("^/([^*?#\\s]+/)?\\*$", "u");
const pattern18 = new RegExp("^[A-Za-z0-9-]+$", "u");
const pattern19 = new RegExp("^[a-z0-9][a-z0-9:.-]*$", "u");
const pattern20 = new RegExp("^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$", "u");
const pattern23 = new RegExp("^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$", "u");
const pattern24 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
const pattern25 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern26 = new RegExp("^all$", "u");
const pattern27 = new RegExp("^[A-Za-z0-9_.:-]{1,64}$", "u");
const pattern30 = new RegExp("^https?://[^@?#\\s]+$", "u");
const pattern31 = new RegExp("^.*$", "u");
const pattern32 = new RegExp("^https?://[^@#\\s]+$", "u");
const pattern33 = new RegExp("^[a-z0-9][A-Za-z0-9._-]{0,127}$", "u");
const pattern12 = new RegExp("^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$", "u");
const pattern3 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern38 = new RegExp("^[^:]+$", "u");
const pattern42 = new RegExp("^[A-Za-z0-9 ,'\"_-]{1,200}$", "u");
const pattern17 = new RegExp("^/[A-Za-z0-9._~/-]*$", "u");
const pattern47 = new RegExp("^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$", "u");
const pattern52 = new RegExp("^https://[^\\s;,'\"]+$", "u");
const pattern53 = new RegExp("^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$", "u");
const pattern54 = new RegExp("^auto$", "u");
const schema7 = {"type":"string"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"integer","minimum":0,"maximum":65535};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 65535 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate24.errors = vErrors;
return errors === 0;
}

const schema9 = {"type":["string","null"],"pattern":"^/[^\\u0000-\\u001f\\u007f]+$"};
const pattern1 = new RegExp("^/[^\\u0000-\\u001f\\u007f]+$", "u");

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema9.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern1.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^/[^\\u0000-\\u001f\\u007f]+$"},message:"must match pattern \""+"^/[^\\u0000-\\u001f\\u007f]+$"+"\""});
errors++;
}
}
validate26.errors = vErrors;
return errors === 0;
}

const schema10 = {"type":"string","minLength":1};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}

const schema11 = {"type":["string","null"]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema11.type},message:"must be string,null"});
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"boolean"};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "boolean"},message:"must be boolean"});
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"array","items":{"$ref":"#/definitions/shape4"}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate28(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":["object","null"],"required":["url"],"properties":{"url":{"type":"string","pattern":"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},"unixSocket":{"$ref":"#/definitions/shape3","default":null},"caFile":{"$ref":"#/definitions/shape9","default":null},"certFile":{"$ref":"#/definitions/shape9","default":null},"keyFile":{"$ref":"#/definitions/shape9","default":null},"serverName":{"$ref":"#/definitions/shape10","default":null},"minTlsVersion":{"enum":["1.2","1.3"],"default":"1.2"},"insecure":{"$ref":"#/definitions/shape6","default":false},"hostHeader":{"enum":["public","upstream"],"default":"public"},"passHeaders":{"$ref":"#/definitions/shape11","default":[]},"sharedCaching":{"$ref":"#/definitions/shape6","default":false},"connectTimeoutMs":{"type":"integer","default":5000,"minimum":1,"maximum":600000},"headersTimeoutMs":{"$ref":"#/definitions/shape12","default":60000},"idleTimeoutMs":{"type":"integer","default":0,"minimum":0,"maximum":86400000},"keepAliveTimeoutMs":{"$ref":"#/definitions/shape12","default":1500},"maxStreamSeconds":{"$ref":"#/definitions/shape13","default":0},"websocketCloseCode":{"type":"integer","enum":[4401,1008],"default":4401},"uploadIdleTimeoutMs":{"$ref":"#/definitions/shape12","default":60000},"maxBodyBytes":{"type":"integer","default":0,"minimum":0,"maximum":1125899906842624},"maxHeaderBytes":{"type":"integer","default":65536,"minimum":8192,"maximum":1048576},"earlyHints":{"$ref":"#/definitions/shape6","default":true},"maxConnections":{"$ref":"#/definitions/shape14","default":1024}},"additionalProperties":false};
const pattern2 = new RegExp("^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$", "u");
const schema15 = {"type":["string","null"],"minLength":1};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema15.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
validate42.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":["string","null"],"pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema16.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern3.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
validate46.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"array","items":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]*$"}};
const pattern4 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}

const schema18 = {"type":"integer","minimum":0,"maximum":3600000};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 3600000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate52.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"integer","minimum":0,"maximum":31536000};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 31536000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate55.errors = vErrors;
return errors === 0;
}

const schema20 = {"type":"integer","minimum":0,"maximum":1000000};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 1000000 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate59.errors = vErrors;
return errors === 0;
}


function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema14.type},message:"must be object,null"});
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.unixSocket === undefined){
data.unixSocket = null;
}
if(data.caFile === undefined){
data.caFile = null;
}
if(data.certFile === undefined){
data.certFile = null;
}
if(data.keyFile === undefined){
data.keyFile = null;
}
if(data.serverName === undefined){
data.serverName = null;
}
if(data.minTlsVersion === undefined){
data.minTlsVersion = "1.2";
}
if(data.insecure === undefined){
data.insecure = false;
}
if(data.hostHeader === undefined){
data.hostHeader = "public";
}
if(data.passHeaders === undefined){
data.passHeaders = [];
}
if(data.sharedCaching === undefined){
data.sharedCaching = false;
}
if(data.connectTimeoutMs === undefined){
data.connectTimeoutMs = 5000;
}
if(data.headersTimeoutMs === undefined){
data.headersTimeoutMs = 60000;
}
if(data.idleTimeoutMs === undefined){
data.idleTimeoutMs = 0;
}
if(data.keepAliveTimeoutMs === undefined){
data.keepAliveTimeoutMs = 1500;
}
if(data.maxStreamSeconds === undefined){
data.maxStreamSeconds = 0;
}
if(data.websocketCloseCode === undefined){
data.websocketCloseCode = 4401;
}
if(data.uploadIdleTimeoutMs === undefined){
data.uploadIdleTimeoutMs = 60000;
}
if(data.maxBodyBytes === undefined){
data.maxBodyBytes = 0;
}
if(data.maxHeaderBytes === undefined){
data.maxHeaderBytes = 65536;
}
if(data.earlyHints === undefined){
data.earlyHints = true;
}
if(data.maxConnections === undefined){
data.maxConnections = 1024;
}
if(data.url === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"});
errors++;
}
for(const key0 in data){
if(!(func2.call(schema14.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/url",keyword:"pattern",params:{pattern: "^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"},message:"must match pattern \""+"^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/url",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate26(data.unixSocket, {instancePath:instancePath+"/unixSocket",parentData:data,parentDataProperty:"unixSocket",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
if(!(validate42(data.caFile, {instancePath:instancePath+"/caFile",parentData:data,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
if(!(validate42(data.certFile, {instancePath:instancePath+"/certFile",parentData:data,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
if(!(validate42(data.keyFile, {instancePath:instancePath+"/keyFile",parentData:data,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
if(!(validate46(data.serverName, {instancePath:instancePath+"/serverName",parentData:data,parentDataProperty:"serverName",rootData}))){
(vErrors ??= []).push(...validate46.errors);
errors = vErrors.length;
}
let data6 = data.minTlsVersion;
if(!((data6 === "1.2") || (data6 === "1.3"))){
(vErrors ??= []).push({instancePath:instancePath+"/minTlsVersion",keyword:"enum",params:{allowedValues: schema14.properties.minTlsVersion.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data.insecure, {instancePath:instancePath+"/insecure",parentData:data,parentDataProperty:"insecure",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data8 = data.hostHeader;
if(!((data8 === "public") || (data8 === "upstream"))){
(vErrors ??= []).push({instancePath:instancePath+"/hostHeader",keyword:"enum",params:{allowedValues: schema14.properties.hostHeader.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate49(data.passHeaders, {instancePath:instancePath+"/passHeaders",parentData:data,parentDataProperty:"passHeaders",rootData}))){
(vErrors ??= []).push(...validate49.errors);
errors = vErrors.length;
}
if(!(validate35(data.sharedCaching, {instancePath:instancePath+"/sharedCaching",parentData:data,parentDataProperty:"sharedCaching",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data11 = data.connectTimeoutMs;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 600000 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"});
errors++;
}
if(data11 < 1 || isNaN(data11)){
(vErrors ??= []).push({instancePath:instancePath+"/connectTimeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
if(!(validate52(data.headersTimeoutMs, {instancePath:instancePath+"/headersTimeoutMs",parentData:data,parentDataProperty:"headersTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate52.errors);
errors = vErrors.length;
}
let data13 = data.idleTimeoutMs;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 86400000 || isNaN(data13)){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000"});
errors++;
}
if(data13 < 0 || isNaN(data13)){
(vErrors ??= []).push({instancePath:instancePath+"/idleTimeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate52(data.keepAliveTimeoutMs, {instancePath:instancePath+"/keepAliveTimeoutMs",parentData:data,parentDataProperty:"keepAliveTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate52.errors);
errors = vErrors.length;
}
if(!(validate55(data.maxStreamSeconds, {instancePath:instancePath+"/maxStreamSeconds",parentData:data,parentDataProperty:"maxStreamSeconds",rootData}))){
(vErrors ??= []).push(...validate55.errors);
errors = vErrors.length;
}
let data16 = data.websocketCloseCode;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
(vErrors ??= []).push({instancePath:instancePath+"/websocketCloseCode",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if(!((data16 === 4401) || (data16 === 1008))){
(vErrors ??= []).push({instancePath:instancePath+"/websocketCloseCode",keyword:"enum",params:{allowedValues: schema14.properties.websocketCloseCode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate52(data.uploadIdleTimeoutMs, {instancePath:instancePath+"/uploadIdleTimeoutMs",parentData:data,parentDataProperty:"uploadIdleTimeoutMs",rootData}))){
(vErrors ??= []).push(...validate52.errors);
errors = vErrors.length;
}
let data18 = data.maxBodyBytes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 1125899906842624 || isNaN(data18)){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"maximum",params:{comparison: "<=", limit: 1125899906842624},message:"must be <= 1125899906842624"});
errors++;
}
if(data18 < 0 || isNaN(data18)){
(vErrors ??= []).push({instancePath:instancePath+"/maxBodyBytes",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
let data19 = data.maxHeaderBytes;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 1048576 || isNaN(data19)){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"});
errors++;
}
if(data19 < 8192 || isNaN(data19)){
(vErrors ??= []).push({instancePath:instancePath+"/maxHeaderBytes",keyword:"minimum",params:{comparison: ">=", limit: 8192},message:"must be >= 8192"});
errors++;
}
}
if(!(validate35(data.earlyHints, {instancePath:instancePath+"/earlyHints",parentData:data,parentDataProperty:"earlyHints",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate59(data.maxConnections, {instancePath:instancePath+"/maxConnections",parentData:data,parentDataProperty:"maxConnections",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
}
validate40.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":"string","pattern":"^[a-z0-9-]{1,32}$"};
const pattern5 = new RegExp("^[a-z0-9-]{1,32}$", "u");

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern5.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,32}$"},message:"must match pattern \""+"^[a-z0-9-]{1,32}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate62.errors = vErrors;
return errors === 0;
}

const schema22 = {"type":"string","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"};
const pattern6 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern6.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}

const schema23 = {"type":"object","required":[],"properties":{"default":{"enum":["public","optional","signed-in","deny"],"default":"signed-in"},"rules":{"type":"array","items":{"type":"object","required":["path","allow"],"properties":{"path":{"type":"string","pattern":"^/[^*?#\\s]*(/\\*)?$|^/\\*$"},"host":{"$ref":"#/definitions/shape16"},"methods":{"type":"array","items":{"type":"string","pattern":"^[A-Z]+$"},"minItems":1},"allow":{"if":{"type":"object"},"then":{"$ref":"#/definitions/condition"},"else":{"enum":["public","optional","signed-in","deny"]}},"require":{"type":"object","properties":{"secondFactor":{"$ref":"#/definitions/shape6"},"signedInWithin":{"type":"integer","minimum":60}},"additionalProperties":false}},"additionalProperties":false},"default":[]}},"additionalProperties":false};
const pattern8 = new RegExp("^/[^*?#\\s]*(/\\*)?$|^/\\*$", "u");
const pattern9 = new RegExp("^[A-Z]+$", "u");
const schema24 = {"type":"object","additionalProperties":false,"properties":{"all":{"$ref":"#/definitions/shape42"},"any":{"$ref":"#/definitions/shape42"},"not":{"$ref":"#/definitions/condition"},"claim":{"$ref":"#/definitions/shape4"},"oneOf":{"type":"array","items":{"type":["string","number","boolean"]},"minItems":1},"present":{"$ref":"#/definitions/shape6"},"uid":{"$ref":"#/definitions/shape43"},"email":{"$ref":"#/definitions/shape43"},"emailDomain":{"$ref":"#/definitions/shape43"},"allowUnverified":{"$ref":"#/definitions/shape6"},"emailVerified":{"$ref":"#/definitions/shape6"},"tenant":{"$ref":"#/definitions/shape43"},"provider":{"$ref":"#/definitions/shape43"},"secondFactor":{"$ref":"#/definitions/shape6"},"network":{"$ref":"#/definitions/shape43"}}};
const schema25 = {"type":"array","items":{"$ref":"#/definitions/condition"}};
const wrapper0 = {validate: validate70};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
validate71.errors = vErrors;
return errors === 0;
}

const schema26 = {"type":["string","array"],"minLength":1,"minItems":1,"items":{"$ref":"#/definitions/shape4"}};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (!(Array.isArray(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema26.type},message:"must be string,array"});
errors++;
}
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
if(Array.isArray(data)){
if(data.length < 1){
(vErrors ??= []).push({instancePath,keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate28(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
validate76.errors = vErrors;
return errors === 0;
}


function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema24.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.all !== undefined){
if(!(validate71(data.all, {instancePath:instancePath+"/all",parentData:data,parentDataProperty:"all",rootData}))){
(vErrors ??= []).push(...validate71.errors);
errors = vErrors.length;
}
}
if(data.any !== undefined){
if(!(validate71(data.any, {instancePath:instancePath+"/any",parentData:data,parentDataProperty:"any",rootData}))){
(vErrors ??= []).push(...validate71.errors);
errors = vErrors.length;
}
}
if(data.not !== undefined){
if(!(wrapper0.validate(data.not, {instancePath:instancePath+"/not",parentData:data,parentDataProperty:"not",rootData}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.claim !== undefined){
if(!(validate28(data.claim, {instancePath:instancePath+"/claim",parentData:data,parentDataProperty:"claim",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
if(data.oneOf !== undefined){
let data4 = data.oneOf;
if(Array.isArray(data4)){
if(data4.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/oneOf",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(((typeof data5 !== "string") && (!((typeof data5 == "number") && (isFinite(data5))))) && (typeof data5 !== "boolean")){
(vErrors ??= []).push({instancePath:instancePath+"/oneOf/" + i0,keyword:"type",params:{type: schema24.properties.oneOf.items.type},message:"must be string,number,boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/oneOf",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data.present !== undefined){
if(!(validate35(data.present, {instancePath:instancePath+"/present",parentData:data,parentDataProperty:"present",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.uid !== undefined){
if(!(validate76(data.uid, {instancePath:instancePath+"/uid",parentData:data,parentDataProperty:"uid",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
if(data.email !== undefined){
if(!(validate76(data.email, {instancePath:instancePath+"/email",parentData:data,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
if(data.emailDomain !== undefined){
if(!(validate76(data.emailDomain, {instancePath:instancePath+"/emailDomain",parentData:data,parentDataProperty:"emailDomain",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
if(data.allowUnverified !== undefined){
if(!(validate35(data.allowUnverified, {instancePath:instancePath+"/allowUnverified",parentData:data,parentDataProperty:"allowUnverified",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.emailVerified !== undefined){
if(!(validate35(data.emailVerified, {instancePath:instancePath+"/emailVerified",parentData:data,parentDataProperty:"emailVerified",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.tenant !== undefined){
if(!(validate76(data.tenant, {instancePath:instancePath+"/tenant",parentData:data,parentDataProperty:"tenant",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
if(data.provider !== undefined){
if(!(validate76(data.provider, {instancePath:instancePath+"/provider",parentData:data,parentDataProperty:"provider",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
if(data.secondFactor !== undefined){
if(!(validate35(data.secondFactor, {instancePath:instancePath+"/secondFactor",parentData:data,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data.network !== undefined){
if(!(validate76(data.network, {instancePath:instancePath+"/network",parentData:data,parentDataProperty:"network",rootData}))){
(vErrors ??= []).push(...validate76.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}


function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.default === undefined){
data.default = "signed-in";
}
if(data.rules === undefined){
data.rules = [];
}
for(const key0 in data){
if(!((key0 === "default") || (key0 === "rules"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
let data0 = data.default;
if(!((((data0 === "public") || (data0 === "optional")) || (data0 === "signed-in")) || (data0 === "deny"))){
(vErrors ??= []).push({instancePath:instancePath+"/default",keyword:"enum",params:{allowedValues: schema23.properties.default.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data1 = data.rules;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.path === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"});
errors++;
}
if(data2.allow === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"required",params:{missingProperty: "allow"},message:"must have required property '"+"allow"+"'"});
errors++;
}
for(const key1 in data2){
if(!(((((key1 === "path") || (key1 === "host")) || (key1 === "methods")) || (key1 === "allow")) || (key1 === "require"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"});
errors++;
}
}
if(data2.path !== undefined){
let data3 = data2.path;
if(typeof data3 === "string"){
if(!pattern8.test(data3)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/path",keyword:"pattern",params:{pattern: "^/[^*?#\\s]*(/\\*)?$|^/\\*$"},message:"must match pattern \""+"^/[^*?#\\s]*(/\\*)?$|^/\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data2.host !== undefined){
if(!(validate64(data2.host, {instancePath:instancePath+"/rules/" + i0+"/host",parentData:data2,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate64.errors);
errors = vErrors.length;
}
}
if(data2.methods !== undefined){
let data5 = data2.methods;
if(Array.isArray(data5)){
if(data5.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(!pattern9.test(data6)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods/" + i1,keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods/" + i1,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/methods",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data2.allow !== undefined){
let data7 = data2.allow;
const _errs16 = errors;
let valid6 = true;
const _errs17 = errors;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
(vErrors ??= []).push({});
errors++;
}
var _valid0 = _errs17 === errors;
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs19 = errors;
if(!(validate70(data7, {instancePath:instancePath+"/rules/" + i0+"/allow",parentData:data2,parentDataProperty:"allow",rootData}))){
(vErrors ??= []).push(...validate70.errors);
errors = vErrors.length;
}
var _valid0 = _errs19 === errors;
valid6 = _valid0;
ifClause0 = "then";
}
else {
const _errs20 = errors;
if(!((((data7 === "public") || (data7 === "optional")) || (data7 === "signed-in")) || (data7 === "deny"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/allow",keyword:"enum",params:{allowedValues: schema23.properties.rules.items.properties.allow.else.enum},message:"must be equal to one of the allowed values"});
errors++;
}
var _valid0 = _errs20 === errors;
valid6 = _valid0;
ifClause0 = "else";
}
if(!valid6){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/allow",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"});
errors++;
}
}
if(data2.require !== undefined){
let data8 = data2.require;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key2 in data8){
if(!((key2 === "secondFactor") || (key2 === "signedInWithin"))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"});
errors++;
}
}
if(data8.secondFactor !== undefined){
if(!(validate35(data8.secondFactor, {instancePath:instancePath+"/rules/" + i0+"/require/secondFactor",parentData:data8,parentDataProperty:"secondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data8.signedInWithin !== undefined){
let data10 = data8.signedInWithin;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require/signedInWithin",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 60 || isNaN(data10)){
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require/signedInWithin",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0+"/require",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules/" + i0,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/rules",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}

const schema27 = {"type":"object","patternProperties":{"^[a-z0-9][a-z0-9-]*$":{"$ref":"#/definitions/shape5"}},"additionalProperties":false};

function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(pattern4.test(key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
for(const key1 in data){
if(pattern4.test(key1)){
if(!(validate33(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate90.errors = vErrors;
return errors === 0;
}

const schema28 = {"type":"object","required":[],"properties":{"origins":{"$ref":"#/definitions/shape7","default":[]},"credentials":{"$ref":"#/definitions/shape6","default":false}},"additionalProperties":false};

function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.origins === undefined){
data.origins = [];
}
if(data.credentials === undefined){
data.credentials = false;
}
for(const key0 in data){
if(!((key0 === "origins") || (key0 === "credentials"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate37(data.origins, {instancePath:instancePath+"/origins",parentData:data,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate35(data.credentials, {instancePath:instancePath+"/credentials",parentData:data,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate93.errors = vErrors;
return errors === 0;
}

const schema29 = {"type":"object","properties":{"name":{"$ref":"#/definitions/shape21"},"logo":{"$ref":"#/definitions/shape22"},"logoDark":{"$ref":"#/definitions/shape22"},"favicon":{"$ref":"#/definitions/shape22"},"background":{"$ref":"#/definitions/shape22"}},"additionalProperties":false};
const schema30 = {"type":"string","pattern":"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$","maxLength":80};

function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) > 80){
(vErrors ??= []).push({instancePath,keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"});
errors++;
}
if(!pattern12.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate99.errors = vErrors;
return errors === 0;
}

const schema31 = {"type":["string","null"],"pattern":"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"};
const pattern13 = new RegExp("\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$", "u");

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema31.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern13.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"},message:"must match pattern \""+"\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$"+"\""});
errors++;
}
}
validate101.errors = vErrors;
return errors === 0;
}


function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "name") || (key0 === "logo")) || (key0 === "logoDark")) || (key0 === "favicon")) || (key0 === "background"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.name !== undefined){
if(!(validate99(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate99.errors);
errors = vErrors.length;
}
}
if(data.logo !== undefined){
if(!(validate101(data.logo, {instancePath:instancePath+"/logo",parentData:data,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
if(data.logoDark !== undefined){
if(!(validate101(data.logoDark, {instancePath:instancePath+"/logoDark",parentData:data,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
if(data.favicon !== undefined){
if(!(validate101(data.favicon, {instancePath:instancePath+"/favicon",parentData:data,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
if(data.background !== undefined){
if(!(validate101(data.background, {instancePath:instancePath+"/background",parentData:data,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate98.errors = vErrors;
return errors === 0;
}

const schema32 = {"type":"object","properties":{"preset":{"$ref":"#/definitions/shape24"},"accent":{"$ref":"#/definitions/shape25"},"accentDark":{"$ref":"#/definitions/shape25"},"layout":{"$ref":"#/definitions/shape26"},"alignment":{"$ref":"#/definitions/shape27"},"buttons":{"$ref":"#/definitions/shape28"},"radius":{"$ref":"#/definitions/shape29"},"fontFile":{"$ref":"#/definitions/shape30"}},"additionalProperties":false};
const schema33 = {"enum":["graphite","evergreen","iris","sandstone","ledger",null]};

function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((((data === "graphite") || (data === "evergreen")) || (data === "iris")) || (data === "sandstone")) || (data === "ledger")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema33.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate108.errors = vErrors;
return errors === 0;
}

const schema34 = {"type":["string","null"],"pattern":"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"};
const pattern14 = new RegExp("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "u");

function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema34.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern14.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},message:"must match pattern \""+"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"+"\""});
errors++;
}
}
validate110.errors = vErrors;
return errors === 0;
}

const schema35 = {"enum":["card","split","plain",null]};

function validate113(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "card") || (data === "split")) || (data === "plain")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate113.errors = vErrors;
return errors === 0;
}

const schema36 = {"enum":["center","start",null]};

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((data === "center") || (data === "start")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema36.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate115.errors = vErrors;
return errors === 0;
}

const schema37 = {"enum":["rounded","pill","square",null]};

function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "rounded") || (data === "pill")) || (data === "square")) || (data === null))){
(vErrors ??= []).push({instancePath,keyword:"enum",params:{allowedValues: schema37.enum},message:"must be equal to one of the allowed values"});
errors++;
}
validate117.errors = vErrors;
return errors === 0;
}

const schema38 = {"type":["integer","null"],"minimum":0,"maximum":24};

function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema38.type},message:"must be integer,null"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 24 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 24},message:"must be <= 24"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate119.errors = vErrors;
return errors === 0;
}

const schema39 = {"type":["string","null"],"pattern":"\\.[wW][oO][fF][fF]2$"};
const pattern15 = new RegExp("\\.[wW][oO][fF][fF]2$", "u");

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema39.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern15.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "\\.[wW][oO][fF][fF]2$"},message:"must match pattern \""+"\\.[wW][oO][fF][fF]2$"+"\""});
errors++;
}
}
validate121.errors = vErrors;
return errors === 0;
}


function validate107(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "preset") || (key0 === "accent")) || (key0 === "accentDark")) || (key0 === "layout")) || (key0 === "alignment")) || (key0 === "buttons")) || (key0 === "radius")) || (key0 === "fontFile"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.preset !== undefined){
if(!(validate108(data.preset, {instancePath:instancePath+"/preset",parentData:data,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate108.errors);
errors = vErrors.length;
}
}
if(data.accent !== undefined){
if(!(validate110(data.accent, {instancePath:instancePath+"/accent",parentData:data,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
}
if(data.accentDark !== undefined){
if(!(validate110(data.accentDark, {instancePath:instancePath+"/accentDark",parentData:data,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
}
if(data.layout !== undefined){
if(!(validate113(data.layout, {instancePath:instancePath+"/layout",parentData:data,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate113.errors);
errors = vErrors.length;
}
}
if(data.alignment !== undefined){
if(!(validate115(data.alignment, {instancePath:instancePath+"/alignment",parentData:data,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate115.errors);
errors = vErrors.length;
}
}
if(data.buttons !== undefined){
if(!(validate117(data.buttons, {instancePath:instancePath+"/buttons",parentData:data,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate117.errors);
errors = vErrors.length;
}
}
if(data.radius !== undefined){
if(!(validate119(data.radius, {instancePath:instancePath+"/radius",parentData:data,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate119.errors);
errors = vErrors.length;
}
}
if(data.fontFile !== undefined){
if(!(validate121(data.fontFile, {instancePath:instancePath+"/fontFile",parentData:data,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate121.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate107.errors = vErrors;
return errors === 0;
}

const schema40 = {"type":"object","properties":{"privacy":{"$ref":"#/definitions/shape32"},"terms":{"$ref":"#/definitions/shape32"},"help":{"$ref":"#/definitions/shape32"},"contact":{"$ref":"#/definitions/shape32"}},"additionalProperties":false};
const schema41 = {"type":["string","null"],"pattern":"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"};
const pattern16 = new RegExp("^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$", "u");

function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema41.type},message:"must be string,null"});
errors++;
}
if(typeof data === "string"){
if(!pattern16.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"},message:"must match pattern \""+"^(https://[^\\s@/?#:\"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$"+"\""});
errors++;
}
}
validate125.errors = vErrors;
return errors === 0;
}


function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "privacy") || (key0 === "terms")) || (key0 === "help")) || (key0 === "contact"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.privacy !== undefined){
if(!(validate125(data.privacy, {instancePath:instancePath+"/privacy",parentData:data,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
if(data.terms !== undefined){
if(!(validate125(data.terms, {instancePath:instancePath+"/terms",parentData:data,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
if(data.help !== undefined){
if(!(validate125(data.help, {instancePath:instancePath+"/help",parentData:data,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
if(data.contact !== undefined){
if(!(validate125(data.contact, {instancePath:instancePath+"/contact",parentData:data,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate124.errors = vErrors;
return errors === 0;
}

const schema42 = {"type":"object","patternProperties":{"^/[A-Za-z0-9._~/-]*$":{"$ref":"#/definitions/shape34"}}};
const schema43 = {"type":"string","minLength":1,"maxLength":80};

function validate132(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) > 80){
(vErrors ??= []).push({instancePath,keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"});
errors++;
}
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate132.errors = vErrors;
return errors === 0;
}


function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(pattern17.test(key0)){
if(!(validate132(data[key0], {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key0,rootData}))){
(vErrors ??= []).push(...validate132.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate131.errors = vErrors;
return errors === 0;
}

const schema44 = {"type":["object","null"],"required":[],"properties":{"host":{"$ref":"#/definitions/shape1","default":"127.0.0.1"},"port":{"$ref":"#/definitions/shape2","default":8081}},"additionalProperties":false};

function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: schema44.type},message:"must be object,null"});
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.host === undefined){
data.host = "127.0.0.1";
}
if(data.port === undefined){
data.port = 8081;
}
for(const key0 in data){
if(!((key0 === "host") || (key0 === "port"))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data.host, {instancePath:instancePath+"/host",parentData:data,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data.port, {instancePath:instancePath+"/port",parentData:data,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
}
validate136.errors = vErrors;
return errors === 0;
}

const schema45 = {"type":"string","minLength":1,"pattern":"^[A-Za-z0-9-]+$"};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func3(data) < 1){
(vErrors ??= []).push({instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
if(!pattern18.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate146.errors = vErrors;
return errors === 0;
}

const schema46 = {"type":"integer","minimum":0,"maximum":86400};

function validate167(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 86400 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"});
errors++;
}
if(data < 0 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
validate167.errors = vErrors;
return errors === 0;
}

const schema47 = {"type":"string","pattern":"^/[A-Za-z0-9._~/-]*$"};

function validate177(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern17.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^/[A-Za-z0-9._~/-]*$"},message:"must match pattern \""+"^/[A-Za-z0-9._~/-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate177.errors = vErrors;
return errors === 0;
}

const schema48 = {"type":"object","patternProperties":{"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$":{"$ref":"#/definitions/shape36"}},"additionalProperties":false};

function validate206(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(pattern3.test(key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
for(const key1 in data){
if(pattern3.test(key1)){
if(!(validate146(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
(vErrors ??= []).push(...validate146.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate206.errors = vErrors;
return errors === 0;
}

const schema49 = {"type":"string","pattern":"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"};

function validate234(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern47.test(data)){
(vErrors ??= []).push({instancePath,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
validate234.errors = vErrors;
return errors === 0;
}

const schema50 = {"type":"integer","minimum":1,"maximum":3600};

function validate252(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 3600 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600"});
errors++;
}
if(data < 1 || isNaN(data)){
(vErrors ??= []).push({instancePath,keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
validate252.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.listen === undefined){
data.listen = {};
}
if(data.management === undefined){
data.management = {};
}
if(data.metrics === undefined){
data.metrics = {};
}
if(data.trustedProxies === undefined){
data.trustedProxies = [];
}
if(data.upstream === undefined){
data.upstream = null;
}
if(data.applications === undefined){
data.applications = [];
}
if(data.forwardAuth === undefined){
data.forwardAuth = {};
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
if(data.store === undefined){
data.store = null;
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
if(data.cors === undefined){
data.cors = {};
}
if(data.keepForms === undefined){
data.keepForms = {};
}
if(data.bearer === undefined){
data.bearer = [];
}
if(data.passUnknownBearer === undefined){
data.passUnknownBearer = false;
}
if(data.login === undefined){
data.login = {};
}
if(data.account === undefined){
data.account = {};
}
if(data.log === undefined){
data.log = {};
}
if(data.audit === undefined){
data.audit = {};
}
if(data.tracing === undefined){
data.tracing = {};
}
if(data.workers === undefined){
data.workers = 1;
}
if(data.reload === undefined){
data.reload = {};
}
if(data.shutdown === undefined){
data.shutdown = {};
}
if(data.publicUrl === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "publicUrl"},message:"must have required property '"+"publicUrl"+"'"});
errors++;
}
if(data.identityPlatform === undefined){
(vErrors ??= []).push({instancePath,keyword:"required",params:{missingProperty: "identityPlatform"},message:"must have required property '"+"identityPlatform"+"'"});
errors++;
}
for(const key0 in data){
if(!(func2.call(schema6.properties, key0))){
(vErrors ??= []).push({instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"});
errors++;
}
}
if(data.publicUrl !== undefined){
let data0 = data.publicUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
(vErrors ??= []).push({instancePath:instancePath+"/publicUrl",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/publicUrl",keyword:"type",params:{type: "string"},message:"must be string"});
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
if(data1.unix === undefined){
data1.unix = null;
}
if(data1.fd === undefined){
data1.fd = null;
}
if(data1.tls === undefined){
data1.tls = null;
}
for(const key1 in data1){
if(!(((((key1 === "host") || (key1 === "port")) || (key1 === "unix")) || (key1 === "fd")) || (key1 === "tls"))){
(vErrors ??= []).push({instancePath:instancePath+"/listen",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data1.host, {instancePath:instancePath+"/listen/host",parentData:data1,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data1.port, {instancePath:instancePath+"/listen/port",parentData:data1,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate26(data1.unix, {instancePath:instancePath+"/listen/unix",parentData:data1,parentDataProperty:"unix",rootData}))){
(vErrors ??= []).push(...validate26.errors);
errors = vErrors.length;
}
let data5 = data1.fd;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"type",params:{type: schema6.properties.listen.properties.fd.type},message:"must be integer,null"});
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1023 || isNaN(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"maximum",params:{comparison: "<=", limit: 1023},message:"must be <= 1023"});
errors++;
}
if(data5 < 3 || isNaN(data5)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/fd",keyword:"minimum",params:{comparison: ">=", limit: 3},message:"must be >= 3"});
errors++;
}
}
let data6 = data1.tls;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"type",params:{type: schema6.properties.listen.properties.tls.type},message:"must be object,null"});
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.certFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"required",params:{missingProperty: "certFile"},message:"must have required property '"+"certFile"+"'"});
errors++;
}
if(data6.keyFile === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"required",params:{missingProperty: "keyFile"},message:"must have required property '"+"keyFile"+"'"});
errors++;
}
for(const key2 in data6){
if(!((key2 === "certFile") || (key2 === "keyFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/listen/tls",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"});
errors++;
}
}
if(data6.certFile !== undefined){
if(!(validate28(data6.certFile, {instancePath:instancePath+"/listen/tls/certFile",parentData:data6,parentDataProperty:"certFile",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
if(data6.keyFile !== undefined){
if(!(validate28(data6.keyFile, {instancePath:instancePath+"/listen/tls/keyFile",parentData:data6,parentDataProperty:"keyFile",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/listen",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data9 = data.management;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.host === undefined){
data9.host = "127.0.0.1";
}
if(data9.port === undefined){
data9.port = 9464;
}
if(data9.tokenFile === undefined){
data9.tokenFile = null;
}
for(const key3 in data9){
if(!(((key3 === "host") || (key3 === "port")) || (key3 === "tokenFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data9.host, {instancePath:instancePath+"/management/host",parentData:data9,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate24(data9.port, {instancePath:instancePath+"/management/port",parentData:data9,parentDataProperty:"port",rootData}))){
(vErrors ??= []).push(...validate24.errors);
errors = vErrors.length;
}
if(!(validate33(data9.tokenFile, {instancePath:instancePath+"/management/tokenFile",parentData:data9,parentDataProperty:"tokenFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/management",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data13 = data.metrics;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.enabled === undefined){
data13.enabled = true;
}
if(data13.durationBuckets === undefined){
data13.durationBuckets = [0.005,0.01,0.025,0.05,0.1,0.25,0.5,1,2.5,5,10,30];
}
for(const key4 in data13){
if(!((key4 === "enabled") || (key4 === "durationBuckets"))){
(vErrors ??= []).push({instancePath:instancePath+"/metrics",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data13.enabled, {instancePath:instancePath+"/metrics/enabled",parentData:data13,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data15 = data13.durationBuckets;
if(Array.isArray(data15)){
if(data15.length > 24){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"maxItems",params:{limit: 24},message:"must NOT have more than 24 items"});
errors++;
}
if(data15.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 3600 || isNaN(data16)){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600"});
errors++;
}
if(data16 <= 0 || isNaN(data16)){
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets/" + i0,keyword:"type",params:{type: "number"},message:"must be number"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics/durationBuckets",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/metrics",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
if(!(validate37(data.trustedProxies, {instancePath:instancePath+"/trustedProxies",parentData:data,parentDataProperty:"trustedProxies",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate40(data.upstream, {instancePath:instancePath+"/upstream",parentData:data,parentDataProperty:"upstream",rootData}))){
(vErrors ??= []).push(...validate40.errors);
errors = vErrors.length;
}
let data19 = data.applications;
if(Array.isArray(data19)){
const len1 = data19.length;
for(let i1=0; i1<len1; i1++){
let data20 = data19[i1];
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.path === undefined){
data20.path = "/*";
}
if(data20.stripPath === undefined){
data20.stripPath = false;
}
if(data20.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
for(const key5 in data20){
if(!(func2.call(schema6.properties.applications.items.properties, key5))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"});
errors++;
}
}
if(data20.name !== undefined){
if(!(validate62(data20.name, {instancePath:instancePath+"/applications/" + i1+"/name",parentData:data20,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate62.errors);
errors = vErrors.length;
}
}
if(data20.host !== undefined){
if(!(validate64(data20.host, {instancePath:instancePath+"/applications/" + i1+"/host",parentData:data20,parentDataProperty:"host",rootData}))){
(vErrors ??= []).push(...validate64.errors);
errors = vErrors.length;
}
}
let data23 = data20.path;
if(typeof data23 === "string"){
if(!pattern7.test(data23)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"pattern",params:{pattern: "^/([^*?#\\s]+/)?\\*$"},message:"must match pattern \""+"^/([^*?#\\s]+/)?\\*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/path",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate35(data20.stripPath, {instancePath:instancePath+"/applications/" + i1+"/stripPath",parentData:data20,parentDataProperty:"stripPath",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(data20.upstream !== undefined){
if(!(validate40(data20.upstream, {instancePath:instancePath+"/applications/" + i1+"/upstream",parentData:data20,parentDataProperty:"upstream",rootData}))){
(vErrors ??= []).push(...validate40.errors);
errors = vErrors.length;
}
}
if(data20.access !== undefined){
if(!(validate68(data20.access, {instancePath:instancePath+"/applications/" + i1+"/access",parentData:data20,parentDataProperty:"access",rootData}))){
(vErrors ??= []).push(...validate68.errors);
errors = vErrors.length;
}
}
if(data20.identityHeaders !== undefined){
if(!(validate90(data20.identityHeaders, {instancePath:instancePath+"/applications/" + i1+"/identityHeaders",parentData:data20,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate90.errors);
errors = vErrors.length;
}
}
if(data20.cors !== undefined){
if(!(validate93(data20.cors, {instancePath:instancePath+"/applications/" + i1+"/cors",parentData:data20,parentDataProperty:"cors",rootData}))){
(vErrors ??= []).push(...validate93.errors);
errors = vErrors.length;
}
}
if(data20.passUnknownBearer !== undefined){
if(!(validate35(data20.passUnknownBearer, {instancePath:instancePath+"/applications/" + i1+"/passUnknownBearer",parentData:data20,parentDataProperty:"passUnknownBearer",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
if(data20.login !== undefined){
let data30 = data20.login;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
for(const key6 in data30){
if(!((((((key6 === "brand") || (key6 === "theme")) || (key6 === "links")) || (key6 === "destinations")) || (key6 === "providers")) || (key6 === "tenant"))){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"});
errors++;
}
}
if(data30.brand !== undefined){
if(!(validate98(data30.brand, {instancePath:instancePath+"/applications/" + i1+"/login/brand",parentData:data30,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate98.errors);
errors = vErrors.length;
}
}
if(data30.theme !== undefined){
if(!(validate107(data30.theme, {instancePath:instancePath+"/applications/" + i1+"/login/theme",parentData:data30,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate107.errors);
errors = vErrors.length;
}
}
if(data30.links !== undefined){
if(!(validate124(data30.links, {instancePath:instancePath+"/applications/" + i1+"/login/links",parentData:data30,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate124.errors);
errors = vErrors.length;
}
}
if(data30.destinations !== undefined){
if(!(validate131(data30.destinations, {instancePath:instancePath+"/applications/" + i1+"/login/destinations",parentData:data30,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate131.errors);
errors = vErrors.length;
}
}
if(data30.providers !== undefined){
let data35 = data30.providers;
if(Array.isArray(data35)){
if(data35.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len2 = data35.length;
for(let i2=0; i2<len2; i2++){
let data36 = data35[i2];
if(typeof data36 === "string"){
if(func3(data36) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers/" + i2,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i3 = data35.length;
let j0;
if(i3 > 1){
const indices0 = {};
for(;i3--;){
let item0 = data35[i3];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"uniqueItems",params:{i: i3, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i3+" are identical)"});
errors++;
break;
}
indices0[item0] = i3;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/providers",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
if(data30.tenant !== undefined){
let data37 = data30.tenant;
if((typeof data37 !== "string") && (data37 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/tenant",keyword:"type",params:{type: schema6.properties.applications.items.properties.login.properties.tenant.type},message:"must be string,null"});
errors++;
}
if(typeof data37 === "string"){
if(!pattern18.test(data37)){
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login/tenant",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\""});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1+"/login",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications/" + i1,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/applications",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data38 = data.forwardAuth;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.enabled === undefined){
data38.enabled = false;
}
if(data38.listen === undefined){
data38.listen = null;
}
if(data38.grpc === undefined){
data38.grpc = null;
}
if(data38.trustedProxies === undefined){
data38.trustedProxies = null;
}
if(data38.origins === undefined){
data38.origins = [];
}
for(const key7 in data38){
if(!(((((key7 === "enabled") || (key7 === "listen")) || (key7 === "grpc")) || (key7 === "trustedProxies")) || (key7 === "origins"))){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data38.enabled, {instancePath:instancePath+"/forwardAuth/enabled",parentData:data38,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate136(data38.listen, {instancePath:instancePath+"/forwardAuth/listen",parentData:data38,parentDataProperty:"listen",rootData}))){
(vErrors ??= []).push(...validate136.errors);
errors = vErrors.length;
}
if(!(validate136(data38.grpc, {instancePath:instancePath+"/forwardAuth/grpc",parentData:data38,parentDataProperty:"grpc",rootData}))){
(vErrors ??= []).push(...validate136.errors);
errors = vErrors.length;
}
let data42 = data38.trustedProxies;
if((!(Array.isArray(data42))) && (data42 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth/trustedProxies",keyword:"type",params:{type: schema6.properties.forwardAuth.properties.trustedProxies.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data42)){
const len3 = data42.length;
for(let i4=0; i4<len3; i4++){
if(!(validate28(data42[i4], {instancePath:instancePath+"/forwardAuth/trustedProxies/" + i4,parentData:data42,parentDataProperty:i4,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
if(!(validate37(data38.origins, {instancePath:instancePath+"/forwardAuth/origins",parentData:data38,parentDataProperty:"origins",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/forwardAuth",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data45 = data.identityPlatform;
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
if(data45.apiKey === undefined){
data45.apiKey = "";
}
if(data45.apiKeyFile === undefined){
data45.apiKeyFile = null;
}
if(data45.tenantId === undefined){
data45.tenantId = null;
}
if(data45.tenants === undefined){
data45.tenants = {};
}
if(data45.credentials === undefined){
data45.credentials = "";
}
if(data45.credentialsFile === undefined){
data45.credentialsFile = null;
}
if(data45.serviceAccountEmail === undefined){
data45.serviceAccountEmail = null;
}
if(data45.authDomain === undefined){
data45.authDomain = null;
}
if(data45.allowAnonymous === undefined){
data45.allowAnonymous = false;
}
if(data45.emulatorHost === undefined){
data45.emulatorHost = null;
}
if(data45.emulatorAnywhere === undefined){
data45.emulatorAnywhere = false;
}
if(data45.endpoints === undefined){
data45.endpoints = {};
}
if(data45.projectId === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"required",params:{missingProperty: "projectId"},message:"must have required property '"+"projectId"+"'"});
errors++;
}
for(const key8 in data45){
if(!(func2.call(schema6.properties.identityPlatform.properties, key8))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"});
errors++;
}
}
if(data45.projectId !== undefined){
let data46 = data45.projectId;
if(typeof data46 === "string"){
if(func3(data46) > 64){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"});
errors++;
}
if(!pattern19.test(data46)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9:.-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9:.-]*$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/projectId",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate22(data45.apiKey, {instancePath:instancePath+"/identityPlatform/apiKey",parentData:data45,parentDataProperty:"apiKey",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate33(data45.apiKeyFile, {instancePath:instancePath+"/identityPlatform/apiKeyFile",parentData:data45,parentDataProperty:"apiKeyFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate42(data45.tenantId, {instancePath:instancePath+"/identityPlatform/tenantId",parentData:data45,parentDataProperty:"tenantId",rootData}))){
(vErrors ??= []).push(...validate42.errors);
errors = vErrors.length;
}
let data50 = data45.tenants;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
for(const key9 in data50){
if(!(pattern20.test(key9))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties"});
errors++;
}
}
for(const key10 in data50){
if(pattern20.test(key10)){
if(!(validate146(data50[key10], {instancePath:instancePath+"/identityPlatform/tenants/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data50,parentDataProperty:key10,rootData}))){
(vErrors ??= []).push(...validate146.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/tenants",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
if(!(validate22(data45.credentials, {instancePath:instancePath+"/identityPlatform/credentials",parentData:data45,parentDataProperty:"credentials",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate33(data45.credentialsFile, {instancePath:instancePath+"/identityPlatform/credentialsFile",parentData:data45,parentDataProperty:"credentialsFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
let data54 = data45.serviceAccountEmail;
if((typeof data54 !== "string") && (data54 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"type",params:{type: schema6.properties.identityPlatform.properties.serviceAccountEmail.type},message:"must be string,null"});
errors++;
}
if(typeof data54 === "string"){
if(!pattern23.test(data54)){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/serviceAccountEmail",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$"+"\""});
errors++;
}
}
if(!(validate33(data45.authDomain, {instancePath:instancePath+"/identityPlatform/authDomain",parentData:data45,parentDataProperty:"authDomain",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate35(data45.allowAnonymous, {instancePath:instancePath+"/identityPlatform/allowAnonymous",parentData:data45,parentDataProperty:"allowAnonymous",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate33(data45.emulatorHost, {instancePath:instancePath+"/identityPlatform/emulatorHost",parentData:data45,parentDataProperty:"emulatorHost",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate35(data45.emulatorAnywhere, {instancePath:instancePath+"/identityPlatform/emulatorAnywhere",parentData:data45,parentDataProperty:"emulatorAnywhere",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data59 = data45.endpoints;
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
if(data59.identityToolkit === undefined){
data59.identityToolkit = "https://identitytoolkit.googleapis.com";
}
if(data59.secureToken === undefined){
data59.secureToken = "https://securetoken.googleapis.com";
}
if(data59.certificates === undefined){
data59.certificates = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
}
if(data59.oauthToken === undefined){
data59.oauthToken = "https://oauth2.googleapis.com/token";
}
if(data59.sts === undefined){
data59.sts = "https://sts.googleapis.com/v1/token";
}
if(data59.iamCredentials === undefined){
data59.iamCredentials = "https://iamcredentials.googleapis.com";
}
for(const key11 in data59){
if(!((((((key11 === "identityToolkit") || (key11 === "secureToken")) || (key11 === "certificates")) || (key11 === "oauthToken")) || (key11 === "sts")) || (key11 === "iamCredentials"))){
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/endpoints",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate22(data59.identityToolkit, {instancePath:instancePath+"/identityPlatform/endpoints/identityToolkit",parentData:data59,parentDataProperty:"identityToolkit",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data59.secureToken, {instancePath:instancePath+"/identityPlatform/endpoints/secureToken",parentData:data59,parentDataProperty:"secureToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data59.certificates, {instancePath:instancePath+"/identityPlatform/endpoints/certificates",parentData:data59,parentDataProperty:"certificates",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data59.oauthToken, {instancePath:instancePath+"/identityPlatform/endpoints/oauthToken",parentData:data59,parentDataProperty:"oauthToken",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data59.sts, {instancePath:instancePath+"/identityPlatform/endpoints/sts",parentData:data59,parentDataProperty:"sts",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
if(!(validate22(data59.iamCredentials, {instancePath:instancePath+"/identityPlatform/endpoints/iamCredentials",parentData:data59,parentDataProperty:"iamCredentials",rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform/endpoints",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/identityPlatform",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data66 = data.cookie;
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
if(data66.name === undefined){
data66.name = null;
}
if(data66.allowPlainName === undefined){
data66.allowPlainName = false;
}
if(data66.domain === undefined){
data66.domain = null;
}
if(data66.sameSite === undefined){
data66.sameSite = "lax";
}
if(data66.format === undefined){
data66.format = "current";
}
if(data66.signatureKeys === undefined){
data66.signatureKeys = [];
}
if(data66.signatureKeysFile === undefined){
data66.signatureKeysFile = null;
}
for(const key12 in data66){
if(!(((((((key12 === "name") || (key12 === "allowPlainName")) || (key12 === "domain")) || (key12 === "sameSite")) || (key12 === "format")) || (key12 === "signatureKeys")) || (key12 === "signatureKeysFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties"});
errors++;
}
}
let data67 = data66.name;
if((typeof data67 !== "string") && (data67 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"type",params:{type: schema6.properties.cookie.properties.name.type},message:"must be string,null"});
errors++;
}
if(typeof data67 === "string"){
if(!pattern24.test(data67)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/name",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
if(!(validate35(data66.allowPlainName, {instancePath:instancePath+"/cookie/allowPlainName",parentData:data66,parentDataProperty:"allowPlainName",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data69 = data66.domain;
if((typeof data69 !== "string") && (data69 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"type",params:{type: schema6.properties.cookie.properties.domain.type},message:"must be string,null"});
errors++;
}
if(typeof data69 === "string"){
if(!pattern25.test(data69)){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/domain",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\""});
errors++;
}
}
let data70 = data66.sameSite;
if(!(((data70 === "lax") || (data70 === "strict")) || (data70 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/sameSite",keyword:"enum",params:{allowedValues: schema6.properties.cookie.properties.sameSite.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data71 = data66.format;
if(!((data71 === "current") || (data71 === "previous"))){
(vErrors ??= []).push({instancePath:instancePath+"/cookie/format",keyword:"enum",params:{allowedValues: schema6.properties.cookie.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate37(data66.signatureKeys, {instancePath:instancePath+"/cookie/signatureKeys",parentData:data66,parentDataProperty:"signatureKeys",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(!(validate33(data66.signatureKeysFile, {instancePath:instancePath+"/cookie/signatureKeysFile",parentData:data66,parentDataProperty:"signatureKeysFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/cookie",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data74 = data.hsts;
if((!(data74 && typeof data74 == "object" && !Array.isArray(data74))) && (data74 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"type",params:{type: schema6.properties.hsts.type},message:"must be object,null"});
errors++;
}
if(data74 && typeof data74 == "object" && !Array.isArray(data74)){
if(data74.maxAgeSeconds === undefined){
data74.maxAgeSeconds = 31536000;
}
if(data74.includeSubDomains === undefined){
data74.includeSubDomains = false;
}
if(data74.preload === undefined){
data74.preload = false;
}
for(const key13 in data74){
if(!(((key13 === "maxAgeSeconds") || (key13 === "includeSubDomains")) || (key13 === "preload"))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties"});
errors++;
}
}
let data75 = data74.maxAgeSeconds;
if(!(((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75))) && (isFinite(data75)))){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data75 == "number") && (isFinite(data75))){
if(data75 > 315360000 || isNaN(data75)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000"});
errors++;
}
if(data75 < 0 || isNaN(data75)){
(vErrors ??= []).push({instancePath:instancePath+"/hsts/maxAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate35(data74.includeSubDomains, {instancePath:instancePath+"/hsts/includeSubDomains",parentData:data74,parentDataProperty:"includeSubDomains",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data74.preload, {instancePath:instancePath+"/hsts/preload",parentData:data74,parentDataProperty:"preload",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
let data78 = data.session;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
if(data78.absoluteSeconds === undefined){
data78.absoluteSeconds = 1209600;
}
if(data78.idleSeconds === undefined){
data78.idleSeconds = 0;
}
if(data78.streamsCountAsActivity === undefined){
data78.streamsCountAsActivity = false;
}
if(data78.revocationCheckSeconds === undefined){
data78.revocationCheckSeconds = 300;
}
if(data78.expiredGraceSeconds === undefined){
data78.expiredGraceSeconds = 0;
}
if(data78.acquire === undefined){
data78.acquire = "auto";
}
if(data78.maxSignInAgeSeconds === undefined){
data78.maxSignInAgeSeconds = 900;
}
if(data78.requireVerifiedEmail === undefined){
data78.requireVerifiedEmail = false;
}
if(data78.visibleClaims === undefined){
data78.visibleClaims = null;
}
if(data78.signInProviders === undefined){
data78.signInProviders = null;
}
if(data78.signInsPerMinute === undefined){
data78.signInsPerMinute = 300;
}
if(data78.cacheBytes === undefined){
data78.cacheBytes = 67108864;
}
for(const key14 in data78){
if(!(func2.call(schema6.properties.session.properties, key14))){
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties"});
errors++;
}
}
let data79 = data78.absoluteSeconds;
if(!(((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79))) && (isFinite(data79)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data79 == "number") && (isFinite(data79))){
if(data79 > 31536000 || isNaN(data79)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"});
errors++;
}
if(data79 < 60 || isNaN(data79)){
(vErrors ??= []).push({instancePath:instancePath+"/session/absoluteSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate55(data78.idleSeconds, {instancePath:instancePath+"/session/idleSeconds",parentData:data78,parentDataProperty:"idleSeconds",rootData}))){
(vErrors ??= []).push(...validate55.errors);
errors = vErrors.length;
}
if(!(validate35(data78.streamsCountAsActivity, {instancePath:instancePath+"/session/streamsCountAsActivity",parentData:data78,parentDataProperty:"streamsCountAsActivity",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate167(data78.revocationCheckSeconds, {instancePath:instancePath+"/session/revocationCheckSeconds",parentData:data78,parentDataProperty:"revocationCheckSeconds",rootData}))){
(vErrors ??= []).push(...validate167.errors);
errors = vErrors.length;
}
if(!(validate167(data78.expiredGraceSeconds, {instancePath:instancePath+"/session/expiredGraceSeconds",parentData:data78,parentDataProperty:"expiredGraceSeconds",rootData}))){
(vErrors ??= []).push(...validate167.errors);
errors = vErrors.length;
}
let data84 = data78.acquire;
if(!(((data84 === "auto") || (data84 === "exchange")) || (data84 === "handover"))){
(vErrors ??= []).push({instancePath:instancePath+"/session/acquire",keyword:"enum",params:{allowedValues: schema6.properties.session.properties.acquire.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data85 = data78.maxSignInAgeSeconds;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data85 == "number") && (isFinite(data85))){
if(data85 > 86400 || isNaN(data85)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"});
errors++;
}
if(data85 < 60 || isNaN(data85)){
(vErrors ??= []).push({instancePath:instancePath+"/session/maxSignInAgeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"});
errors++;
}
}
if(!(validate35(data78.requireVerifiedEmail, {instancePath:instancePath+"/session/requireVerifiedEmail",parentData:data78,parentDataProperty:"requireVerifiedEmail",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data87 = data78.visibleClaims;
if(((!(Array.isArray(data87))) && (typeof data87 !== "string")) && (data87 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"type",params:{type: schema6.properties.session.properties.visibleClaims.type},message:"must be array,string,null"});
errors++;
}
if(typeof data87 === "string"){
if(!pattern26.test(data87)){
(vErrors ??= []).push({instancePath:instancePath+"/session/visibleClaims",keyword:"pattern",params:{pattern: "^all$"},message:"must match pattern \""+"^all$"+"\""});
errors++;
}
}
if(Array.isArray(data87)){
const len4 = data87.length;
for(let i5=0; i5<len4; i5++){
if(!(validate28(data87[i5], {instancePath:instancePath+"/session/visibleClaims/" + i5,parentData:data87,parentDataProperty:i5,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
let data89 = data78.signInProviders;
if((!(Array.isArray(data89))) && (data89 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"type",params:{type: schema6.properties.session.properties.signInProviders.type},message:"must be array,null"});
errors++;
}
if(Array.isArray(data89)){
if(data89.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len5 = data89.length;
for(let i6=0; i6<len5; i6++){
let data90 = data89[i6];
if(typeof data90 === "string"){
if(func3(data90) > 128){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"});
errors++;
}
if(func3(data90) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders/" + i6,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i7 = data89.length;
let j1;
if(i7 > 1){
const indices1 = {};
for(;i7--;){
let item1 = data89[i7];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
(vErrors ??= []).push({instancePath:instancePath+"/session/signInProviders",keyword:"uniqueItems",params:{i: i7, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i7+" are identical)"});
errors++;
break;
}
indices1[item1] = i7;
}
}
}
if(!(validate59(data78.signInsPerMinute, {instancePath:instancePath+"/session/signInsPerMinute",parentData:data78,parentDataProperty:"signInsPerMinute",rootData}))){
(vErrors ??= []).push(...validate59.errors);
errors = vErrors.length;
}
let data92 = data78.cacheBytes;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data92 == "number") && (isFinite(data92))){
if(data92 > 17179869184 || isNaN(data92)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"maximum",params:{comparison: "<=", limit: 17179869184},message:"must be <= 17179869184"});
errors++;
}
if(data92 < 1048576 || isNaN(data92)){
(vErrors ??= []).push({instancePath:instancePath+"/session/cacheBytes",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/session",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data93 = data.store;
if((!(data93 && typeof data93 == "object" && !Array.isArray(data93))) && (data93 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"type",params:{type: schema6.properties.store.type},message:"must be object,null"});
errors++;
}
if(data93 && typeof data93 == "object" && !Array.isArray(data93)){
if(data93.url === undefined){
data93.url = null;
}
if(data93.urlFile === undefined){
data93.urlFile = null;
}
if(data93.passwordFile === undefined){
data93.passwordFile = null;
}
if(data93.prefix === undefined){
data93.prefix = "gatehouse";
}
if(data93.timeoutMs === undefined){
data93.timeoutMs = 250;
}
if(data93.caFile === undefined){
data93.caFile = null;
}
for(const key15 in data93){
if(!((((((key15 === "url") || (key15 === "urlFile")) || (key15 === "passwordFile")) || (key15 === "prefix")) || (key15 === "timeoutMs")) || (key15 === "caFile"))){
(vErrors ??= []).push({instancePath:instancePath+"/store",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate33(data93.url, {instancePath:instancePath+"/store/url",parentData:data93,parentDataProperty:"url",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate33(data93.urlFile, {instancePath:instancePath+"/store/urlFile",parentData:data93,parentDataProperty:"urlFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
if(!(validate33(data93.passwordFile, {instancePath:instancePath+"/store/passwordFile",parentData:data93,parentDataProperty:"passwordFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
let data97 = data93.prefix;
if(typeof data97 === "string"){
if(!pattern27.test(data97)){
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.:-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_.:-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/store/prefix",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
let data98 = data93.timeoutMs;
if(!(((typeof data98 == "number") && (!(data98 % 1) && !isNaN(data98))) && (isFinite(data98)))){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data98 == "number") && (isFinite(data98))){
if(data98 > 5000 || isNaN(data98)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 5000},message:"must be <= 5000"});
errors++;
}
if(data98 < 10 || isNaN(data98)){
(vErrors ??= []).push({instancePath:instancePath+"/store/timeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 10},message:"must be >= 10"});
errors++;
}
}
if(!(validate33(data93.caFile, {instancePath:instancePath+"/store/caFile",parentData:data93,parentDataProperty:"caFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
let data100 = data.logout;
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
if(data100.clearSiteData === undefined){
data100.clearSiteData = [];
}
for(const key16 in data100){
if(!(key16 === "clearSiteData")){
(vErrors ??= []).push({instancePath:instancePath+"/logout",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties"});
errors++;
}
}
let data101 = data100.clearSiteData;
if(Array.isArray(data101)){
const len6 = data101.length;
for(let i8=0; i8<len6; i8++){
let data102 = data101[i8];
if(!((data102 === "cache") || (data102 === "storage"))){
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData/" + i8,keyword:"enum",params:{allowedValues: schema6.properties.logout.properties.clearSiteData.items.enum},message:"must be equal to one of the allowed values"});
errors++;
}
}
let i9 = data101.length;
let j2;
if(i9 > 1){
outer0:
for(;i9--;){
for(j2 = i9; j2--;){
if(func0(data101[i9], data101[j2])){
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData",keyword:"uniqueItems",params:{i: i9, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i9+" are identical)"});
errors++;
break outer0;
}
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/logout/clearSiteData",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/logout",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data103 = data.paths;
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
if(data103.login === undefined){
data103.login = "/login";
}
if(data103.logout === undefined){
data103.logout = "/logout";
}
if(data103.account === undefined){
data103.account = "/account";
}
if(data103.refresh === undefined){
data103.refresh = "/_auth/refresh";
}
if(data103.session === undefined){
data103.session = "/_auth/session";
}
if(data103.verify === undefined){
data103.verify = "/_auth/verify";
}
if(data103.home === undefined){
data103.home = "/";
}
for(const key17 in data103){
if(!(((((((key17 === "login") || (key17 === "logout")) || (key17 === "account")) || (key17 === "refresh")) || (key17 === "session")) || (key17 === "verify")) || (key17 === "home"))){
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate177(data103.login, {instancePath:instancePath+"/paths/login",parentData:data103,parentDataProperty:"login",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.logout, {instancePath:instancePath+"/paths/logout",parentData:data103,parentDataProperty:"logout",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.account, {instancePath:instancePath+"/paths/account",parentData:data103,parentDataProperty:"account",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.refresh, {instancePath:instancePath+"/paths/refresh",parentData:data103,parentDataProperty:"refresh",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.session, {instancePath:instancePath+"/paths/session",parentData:data103,parentDataProperty:"session",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.verify, {instancePath:instancePath+"/paths/verify",parentData:data103,parentDataProperty:"verify",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
if(!(validate177(data103.home, {instancePath:instancePath+"/paths/home",parentData:data103,parentDataProperty:"home",rootData}))){
(vErrors ??= []).push(...validate177.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/paths",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data111 = data.redirectParameter;
if(typeof data111 === "string"){
if(!pattern24.test(data111)){
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/redirectParameter",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate90(data.identityHeaders, {instancePath:instancePath+"/identityHeaders",parentData:data,parentDataProperty:"identityHeaders",rootData}))){
(vErrors ??= []).push(...validate90.errors);
errors = vErrors.length;
}
if(!(validate68(data.access, {instancePath:instancePath+"/access",parentData:data,parentDataProperty:"access",rootData}))){
(vErrors ??= []).push(...validate68.errors);
errors = vErrors.length;
}
if(!(validate93(data.cors, {instancePath:instancePath+"/cors",parentData:data,parentDataProperty:"cors",rootData}))){
(vErrors ??= []).push(...validate93.errors);
errors = vErrors.length;
}
let data115 = data.keepForms;
if(data115 && typeof data115 == "object" && !Array.isArray(data115)){
if(data115.enabled === undefined){
data115.enabled = false;
}
if(data115.maxBytes === undefined){
data115.maxBytes = 65536;
}
for(const key18 in data115){
if(!((key18 === "enabled") || (key18 === "maxBytes"))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data115.enabled, {instancePath:instancePath+"/keepForms/enabled",parentData:data115,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data117 = data115.maxBytes;
if(!(((typeof data117 == "number") && (!(data117 % 1) && !isNaN(data117))) && (isFinite(data117)))){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data117 == "number") && (isFinite(data117))){
if(data117 > 1048576 || isNaN(data117)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"});
errors++;
}
if(data117 < 1024 || isNaN(data117)){
(vErrors ??= []).push({instancePath:instancePath+"/keepForms/maxBytes",keyword:"minimum",params:{comparison: ">=", limit: 1024},message:"must be >= 1024"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/keepForms",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data118 = data.bearer;
if(Array.isArray(data118)){
const len7 = data118.length;
for(let i10=0; i10<len7; i10++){
let data119 = data118[i10];
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
if(data119.claims === undefined){
data119.claims = {};
}
if(data119.jwksUri === undefined){
data119.jwksUri = null;
}
if(data119.headers === undefined){
data119.headers = [];
}
if(data119.applications === undefined){
data119.applications = [];
}
if(data119.issuer === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"});
errors++;
}
if(data119.audiences === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"required",params:{missingProperty: "audiences"},message:"must have required property '"+"audiences"+"'"});
errors++;
}
for(const key19 in data119){
if(!((((((key19 === "issuer") || (key19 === "audiences")) || (key19 === "claims")) || (key19 === "jwksUri")) || (key19 === "headers")) || (key19 === "applications"))){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties"});
errors++;
}
}
if(data119.issuer !== undefined){
let data120 = data119.issuer;
if(typeof data120 === "string"){
if(func3(data120) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(!pattern30.test(data120)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"pattern",params:{pattern: "^https?://[^@?#\\s]+$"},message:"must match pattern \""+"^https?://[^@?#\\s]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/issuer",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data119.audiences !== undefined){
let data121 = data119.audiences;
if(Array.isArray(data121)){
if(data121.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len8 = data121.length;
for(let i11=0; i11<len8; i11++){
let data122 = data121[i11];
if(typeof data122 === "string"){
if(func3(data122) > 500){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"});
errors++;
}
if(func3(data122) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences/" + i11,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/audiences",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
let data123 = data119.claims;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
for(const key20 in data123){
if(pattern31.test(key20)){
let data124 = data123[key20];
if(Array.isArray(data124)){
if(data124.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len9 = data124.length;
for(let i12=0; i12<len9; i12++){
if(!(validate22(data124[i12], {instancePath:instancePath+"/bearer/" + i10+"/claims/" + key20.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12,parentData:data124,parentDataProperty:i12,rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/claims",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data126 = data119.jwksUri;
if((typeof data126 !== "string") && (data126 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"type",params:{type: schema6.properties.bearer.items.properties.jwksUri.type},message:"must be string,null"});
errors++;
}
if(typeof data126 === "string"){
if(!pattern32.test(data126)){
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/jwksUri",keyword:"pattern",params:{pattern: "^https?://[^@#\\s]+$"},message:"must match pattern \""+"^https?://[^@#\\s]+$"+"\""});
errors++;
}
}
if(!(validate49(data119.headers, {instancePath:instancePath+"/bearer/" + i10+"/headers",parentData:data119,parentDataProperty:"headers",rootData}))){
(vErrors ??= []).push(...validate49.errors);
errors = vErrors.length;
}
let data128 = data119.applications;
if(Array.isArray(data128)){
const len10 = data128.length;
for(let i13=0; i13<len10; i13++){
if(!(validate62(data128[i13], {instancePath:instancePath+"/bearer/" + i10+"/applications/" + i13,parentData:data128,parentDataProperty:i13,rootData}))){
(vErrors ??= []).push(...validate62.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10+"/applications",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer/" + i10,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/bearer",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
if(!(validate35(data.passUnknownBearer, {instancePath:instancePath+"/passUnknownBearer",parentData:data,parentDataProperty:"passUnknownBearer",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data131 = data.login;
if(data131 && typeof data131 == "object" && !Array.isArray(data131)){
if(data131.methods === undefined){
data131.methods = {};
}
if(data131.passkeys === undefined){
data131.passkeys = {};
}
if(data131.remember === undefined){
data131.remember = "always";
}
if(data131.lastUsed === undefined){
data131.lastUsed = true;
}
if(data131.providers === undefined){
data131.providers = [];
}
if(data131.federated === undefined){
data131.federated = {};
}
if(data131.mfa === undefined){
data131.mfa = {};
}
if(data131.tenants === undefined){
data131.tenants = {};
}
if(data131.brand === undefined){
data131.brand = {};
}
if(data131.theme === undefined){
data131.theme = {};
}
if(data131.links === undefined){
data131.links = {};
}
if(data131.destinations === undefined){
data131.destinations = {};
}
if(data131.hosts === undefined){
data131.hosts = {};
}
if(data131.locales === undefined){
data131.locales = {};
}
if(data131.security === undefined){
data131.security = {};
}
if(data131.emulator === undefined){
data131.emulator = null;
}
for(const key21 in data131){
if(!(func2.call(schema6.properties.login.properties, key21))){
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties"});
errors++;
}
}
let data132 = data131.methods;
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
if(data132.password === undefined){
data132.password = true;
}
if(data132.emailLink === undefined){
data132.emailLink = false;
}
if(data132.phone === undefined){
data132.phone = false;
}
if(data132.passkey === undefined){
data132.passkey = "off";
}
if(data132.signup === undefined){
data132.signup = false;
}
if(data132.askName === undefined){
data132.askName = false;
}
for(const key22 in data132){
if(!((((((key22 === "password") || (key22 === "emailLink")) || (key22 === "phone")) || (key22 === "passkey")) || (key22 === "signup")) || (key22 === "askName"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data132.password, {instancePath:instancePath+"/login/methods/password",parentData:data132,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data132.emailLink, {instancePath:instancePath+"/login/methods/emailLink",parentData:data132,parentDataProperty:"emailLink",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data132.phone, {instancePath:instancePath+"/login/methods/phone",parentData:data132,parentDataProperty:"phone",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data136 = data132.passkey;
if(!(((data136 === "off") || (data136 === "button")) || (data136 === "autofill"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/methods/passkey",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.methods.properties.passkey.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data132.signup, {instancePath:instancePath+"/login/methods/signup",parentData:data132,parentDataProperty:"signup",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data132.askName, {instancePath:instancePath+"/login/methods/askName",parentData:data132,parentDataProperty:"askName",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/methods",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data139 = data131.passkeys;
if(data139 && typeof data139 == "object" && !Array.isArray(data139)){
if(data139.relyingPartyId === undefined){
data139.relyingPartyId = null;
}
if(data139.offerAfterSignIn === undefined){
data139.offerAfterSignIn = false;
}
if(data139.countsAsSecondFactor === undefined){
data139.countsAsSecondFactor = false;
}
for(const key23 in data139){
if(!(((key23 === "relyingPartyId") || (key23 === "offerAfterSignIn")) || (key23 === "countsAsSecondFactor"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate46(data139.relyingPartyId, {instancePath:instancePath+"/login/passkeys/relyingPartyId",parentData:data139,parentDataProperty:"relyingPartyId",rootData}))){
(vErrors ??= []).push(...validate46.errors);
errors = vErrors.length;
}
if(!(validate35(data139.offerAfterSignIn, {instancePath:instancePath+"/login/passkeys/offerAfterSignIn",parentData:data139,parentDataProperty:"offerAfterSignIn",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data139.countsAsSecondFactor, {instancePath:instancePath+"/login/passkeys/countsAsSecondFactor",parentData:data139,parentDataProperty:"countsAsSecondFactor",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/passkeys",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data143 = data131.remember;
if(!(((data143 === "always") || (data143 === "ask")) || (data143 === "never"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/remember",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.remember.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data131.lastUsed, {instancePath:instancePath+"/login/lastUsed",parentData:data131,parentDataProperty:"lastUsed",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data145 = data131.providers;
if(Array.isArray(data145)){
const len11 = data145.length;
for(let i14=0; i14<len11; i14++){
let data146 = data145[i14];
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
if(data146.icon === undefined){
data146.icon = null;
}
if(data146.scopes === undefined){
data146.scopes = [];
}
if(data146.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
for(const key24 in data146){
if(!(((((key24 === "id") || (key24 === "name")) || (key24 === "icon")) || (key24 === "scopes")) || (key24 === "params"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"additionalProperties",params:{additionalProperty: key24},message:"must NOT have additional properties"});
errors++;
}
}
if(data146.id !== undefined){
let data147 = data146.id;
if(typeof data147 === "string"){
if(!pattern33.test(data147)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"pattern",params:{pattern: "^[a-z0-9][A-Za-z0-9._-]{0,127}$"},message:"must match pattern \""+"^[a-z0-9][A-Za-z0-9._-]{0,127}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/id",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(data146.name !== undefined){
let data148 = data146.name;
if(typeof data148 === "string"){
if(func3(data148) > 60){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"});
errors++;
}
if(!pattern12.test(data148)){
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
if(!(validate101(data146.icon, {instancePath:instancePath+"/login/providers/" + i14+"/icon",parentData:data146,parentDataProperty:"icon",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
if(!(validate37(data146.scopes, {instancePath:instancePath+"/login/providers/" + i14+"/scopes",parentData:data146,parentDataProperty:"scopes",rootData}))){
(vErrors ??= []).push(...validate37.errors);
errors = vErrors.length;
}
if(data146.params !== undefined){
let data151 = data146.params;
if(data151 && typeof data151 == "object" && !Array.isArray(data151)){
for(const key25 in data151){
if(pattern31.test(key25)){
if(!(validate22(data151[key25], {instancePath:instancePath+"/login/providers/" + i14+"/params/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data151,parentDataProperty:key25,rootData}))){
(vErrors ??= []).push(...validate22.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14+"/params",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers/" + i14,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/providers",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data153 = data131.federated;
if(data153 && typeof data153 == "object" && !Array.isArray(data153)){
if(data153.mode === undefined){
data153.mode = "auto";
}
if(data153.helper === undefined){
data153.helper = "proxy";
}
if(data153.helperUrl === undefined){
data153.helperUrl = null;
}
if(data153.redirectHosts === undefined){
data153.redirectHosts = [];
}
for(const key26 in data153){
if(!((((key26 === "mode") || (key26 === "helper")) || (key26 === "helperUrl")) || (key26 === "redirectHosts"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties"});
errors++;
}
}
let data154 = data153.mode;
if(!(((data154 === "auto") || (data154 === "redirect")) || (data154 === "popup"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data155 = data153.helper;
if(!((data155 === "proxy") || (data155 === "firebaseapp"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helper",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.federated.properties.helper.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data156 = data153.helperUrl;
if((typeof data156 !== "string") && (data156 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"type",params:{type: schema6.properties.login.properties.federated.properties.helperUrl.type},message:"must be string,null"});
errors++;
}
if(typeof data156 === "string"){
if(!pattern0.test(data156)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/helperUrl",keyword:"pattern",params:{pattern: "^https?://[^/@?#\\s]+/?$"},message:"must match pattern \""+"^https?://[^/@?#\\s]+/?$"+"\""});
errors++;
}
}
let data157 = data153.redirectHosts;
if(Array.isArray(data157)){
const len12 = data157.length;
for(let i15=0; i15<len12; i15++){
let data158 = data157[i15];
if(typeof data158 === "string"){
if(!pattern3.test(data158)){
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts/" + i15,keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts/" + i15,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated/redirectHosts",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/federated",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data159 = data131.mfa;
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
if(data159.totp === undefined){
data159.totp = "optional";
}
if(data159.sms === undefined){
data159.sms = false;
}
if(data159.issuer === undefined){
data159.issuer = null;
}
for(const key27 in data159){
if(!(((key27 === "totp") || (key27 === "sms")) || (key27 === "issuer"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"additionalProperties",params:{additionalProperty: key27},message:"must NOT have additional properties"});
errors++;
}
}
let data160 = data159.totp;
if(!(((data160 === "off") || (data160 === "optional")) || (data160 === "required"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/totp",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.mfa.properties.totp.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data159.sms, {instancePath:instancePath+"/login/mfa/sms",parentData:data159,parentDataProperty:"sms",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
let data162 = data159.issuer;
if((typeof data162 !== "string") && (data162 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"type",params:{type: schema6.properties.login.properties.mfa.properties.issuer.type},message:"must be string,null"});
errors++;
}
if(typeof data162 === "string"){
if(func3(data162) < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"});
errors++;
}
if(!pattern38.test(data162)){
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa/issuer",keyword:"pattern",params:{pattern: "^[^:]+$"},message:"must match pattern \""+"^[^:]+$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/mfa",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data163 = data131.tenants;
if(data163 && typeof data163 == "object" && !Array.isArray(data163)){
if(data163.byHost === undefined){
data163.byHost = {};
}
if(data163.byEmailDomain === undefined){
data163.byEmailDomain = {};
}
if(data163.choose === undefined){
data163.choose = [];
}
for(const key28 in data163){
if(!(((key28 === "byHost") || (key28 === "byEmailDomain")) || (key28 === "choose"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants",keyword:"additionalProperties",params:{additionalProperty: key28},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate206(data163.byHost, {instancePath:instancePath+"/login/tenants/byHost",parentData:data163,parentDataProperty:"byHost",rootData}))){
(vErrors ??= []).push(...validate206.errors);
errors = vErrors.length;
}
if(!(validate206(data163.byEmailDomain, {instancePath:instancePath+"/login/tenants/byEmailDomain",parentData:data163,parentDataProperty:"byEmailDomain",rootData}))){
(vErrors ??= []).push(...validate206.errors);
errors = vErrors.length;
}
let data166 = data163.choose;
if(Array.isArray(data166)){
const len13 = data166.length;
for(let i16=0; i16<len13; i16++){
let data167 = data166[i16];
if(data167 && typeof data167 == "object" && !Array.isArray(data167)){
if(data167.id === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"});
errors++;
}
if(data167.name === undefined){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"});
errors++;
}
for(const key29 in data167){
if(!((key29 === "id") || (key29 === "name"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"additionalProperties",params:{additionalProperty: key29},message:"must NOT have additional properties"});
errors++;
}
}
if(data167.id !== undefined){
if(!(validate146(data167.id, {instancePath:instancePath+"/login/tenants/choose/" + i16+"/id",parentData:data167,parentDataProperty:"id",rootData}))){
(vErrors ??= []).push(...validate146.errors);
errors = vErrors.length;
}
}
if(data167.name !== undefined){
let data169 = data167.name;
if(typeof data169 === "string"){
if(!pattern12.test(data169)){
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",keyword:"pattern",params:{pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"},message:"must match pattern \""+"^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16+"/name",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose/" + i16,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants/choose",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/tenants",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data170 = data131.brand;
if(data170 && typeof data170 == "object" && !Array.isArray(data170)){
if(data170.name === undefined){
data170.name = "Gatehouse";
}
if(data170.logo === undefined){
data170.logo = null;
}
if(data170.logoDark === undefined){
data170.logoDark = null;
}
if(data170.favicon === undefined){
data170.favicon = null;
}
if(data170.background === undefined){
data170.background = null;
}
for(const key30 in data170){
if(!(((((key30 === "name") || (key30 === "logo")) || (key30 === "logoDark")) || (key30 === "favicon")) || (key30 === "background"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"additionalProperties",params:{additionalProperty: key30},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate99(data170.name, {instancePath:instancePath+"/login/brand/name",parentData:data170,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate99.errors);
errors = vErrors.length;
}
if(!(validate101(data170.logo, {instancePath:instancePath+"/login/brand/logo",parentData:data170,parentDataProperty:"logo",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
if(!(validate101(data170.logoDark, {instancePath:instancePath+"/login/brand/logoDark",parentData:data170,parentDataProperty:"logoDark",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
if(!(validate101(data170.favicon, {instancePath:instancePath+"/login/brand/favicon",parentData:data170,parentDataProperty:"favicon",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
if(!(validate101(data170.background, {instancePath:instancePath+"/login/brand/background",parentData:data170,parentDataProperty:"background",rootData}))){
(vErrors ??= []).push(...validate101.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/brand",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data176 = data131.theme;
if(data176 && typeof data176 == "object" && !Array.isArray(data176)){
if(data176.preset === undefined){
data176.preset = null;
}
if(data176.accent === undefined){
data176.accent = null;
}
if(data176.accentDark === undefined){
data176.accentDark = null;
}
if(data176.mode === undefined){
data176.mode = "auto";
}
if(data176.layout === undefined){
data176.layout = null;
}
if(data176.alignment === undefined){
data176.alignment = null;
}
if(data176.buttons === undefined){
data176.buttons = null;
}
if(data176.radius === undefined){
data176.radius = null;
}
if(data176.font === undefined){
data176.font = "system";
}
if(data176.fontFile === undefined){
data176.fontFile = null;
}
if(data176.cssFile === undefined){
data176.cssFile = null;
}
for(const key31 in data176){
if(!(func2.call(schema6.properties.login.properties.theme.properties, key31))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"additionalProperties",params:{additionalProperty: key31},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate108(data176.preset, {instancePath:instancePath+"/login/theme/preset",parentData:data176,parentDataProperty:"preset",rootData}))){
(vErrors ??= []).push(...validate108.errors);
errors = vErrors.length;
}
if(!(validate110(data176.accent, {instancePath:instancePath+"/login/theme/accent",parentData:data176,parentDataProperty:"accent",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
if(!(validate110(data176.accentDark, {instancePath:instancePath+"/login/theme/accentDark",parentData:data176,parentDataProperty:"accentDark",rootData}))){
(vErrors ??= []).push(...validate110.errors);
errors = vErrors.length;
}
let data180 = data176.mode;
if(!(((data180 === "auto") || (data180 === "light")) || (data180 === "dark"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/mode",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.theme.properties.mode.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate113(data176.layout, {instancePath:instancePath+"/login/theme/layout",parentData:data176,parentDataProperty:"layout",rootData}))){
(vErrors ??= []).push(...validate113.errors);
errors = vErrors.length;
}
if(!(validate115(data176.alignment, {instancePath:instancePath+"/login/theme/alignment",parentData:data176,parentDataProperty:"alignment",rootData}))){
(vErrors ??= []).push(...validate115.errors);
errors = vErrors.length;
}
if(!(validate117(data176.buttons, {instancePath:instancePath+"/login/theme/buttons",parentData:data176,parentDataProperty:"buttons",rootData}))){
(vErrors ??= []).push(...validate117.errors);
errors = vErrors.length;
}
if(!(validate119(data176.radius, {instancePath:instancePath+"/login/theme/radius",parentData:data176,parentDataProperty:"radius",rootData}))){
(vErrors ??= []).push(...validate119.errors);
errors = vErrors.length;
}
let data185 = data176.font;
if(typeof data185 === "string"){
if(!pattern42.test(data185)){
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"pattern",params:{pattern: "^[A-Za-z0-9 ,'\"_-]{1,200}$"},message:"must match pattern \""+"^[A-Za-z0-9 ,'\"_-]{1,200}$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme/font",keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
if(!(validate121(data176.fontFile, {instancePath:instancePath+"/login/theme/fontFile",parentData:data176,parentDataProperty:"fontFile",rootData}))){
(vErrors ??= []).push(...validate121.errors);
errors = vErrors.length;
}
if(!(validate33(data176.cssFile, {instancePath:instancePath+"/login/theme/cssFile",parentData:data176,parentDataProperty:"cssFile",rootData}))){
(vErrors ??= []).push(...validate33.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/theme",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data188 = data131.links;
if(data188 && typeof data188 == "object" && !Array.isArray(data188)){
if(data188.privacy === undefined){
data188.privacy = null;
}
if(data188.terms === undefined){
data188.terms = null;
}
if(data188.help === undefined){
data188.help = null;
}
if(data188.contact === undefined){
data188.contact = null;
}
for(const key32 in data188){
if(!((((key32 === "privacy") || (key32 === "terms")) || (key32 === "help")) || (key32 === "contact"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"additionalProperties",params:{additionalProperty: key32},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate125(data188.privacy, {instancePath:instancePath+"/login/links/privacy",parentData:data188,parentDataProperty:"privacy",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
if(!(validate125(data188.terms, {instancePath:instancePath+"/login/links/terms",parentData:data188,parentDataProperty:"terms",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
if(!(validate125(data188.help, {instancePath:instancePath+"/login/links/help",parentData:data188,parentDataProperty:"help",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
if(!(validate125(data188.contact, {instancePath:instancePath+"/login/links/contact",parentData:data188,parentDataProperty:"contact",rootData}))){
(vErrors ??= []).push(...validate125.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/links",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data193 = data131.destinations;
if(data193 && typeof data193 == "object" && !Array.isArray(data193)){
for(const key33 in data193){
if(!(pattern17.test(key33))){
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"additionalProperties",params:{additionalProperty: key33},message:"must NOT have additional properties"});
errors++;
}
}
for(const key34 in data193){
if(pattern17.test(key34)){
if(!(validate132(data193[key34], {instancePath:instancePath+"/login/destinations/" + key34.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data193,parentDataProperty:key34,rootData}))){
(vErrors ??= []).push(...validate132.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/destinations",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data195 = data131.hosts;
if(data195 && typeof data195 == "object" && !Array.isArray(data195)){
for(const key35 in data195){
if(!(pattern3.test(key35))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"additionalProperties",params:{additionalProperty: key35},message:"must NOT have additional properties"});
errors++;
}
}
for(const key36 in data195){
if(pattern3.test(key36)){
let data196 = data195[key36];
if(data196 && typeof data196 == "object" && !Array.isArray(data196)){
for(const key37 in data196){
if(!((((key37 === "brand") || (key37 === "theme")) || (key37 === "links")) || (key37 === "destinations"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key37},message:"must NOT have additional properties"});
errors++;
}
}
if(data196.brand !== undefined){
if(!(validate98(data196.brand, {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/brand",parentData:data196,parentDataProperty:"brand",rootData}))){
(vErrors ??= []).push(...validate98.errors);
errors = vErrors.length;
}
}
if(data196.theme !== undefined){
if(!(validate107(data196.theme, {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/theme",parentData:data196,parentDataProperty:"theme",rootData}))){
(vErrors ??= []).push(...validate107.errors);
errors = vErrors.length;
}
}
if(data196.links !== undefined){
if(!(validate124(data196.links, {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/links",parentData:data196,parentDataProperty:"links",rootData}))){
(vErrors ??= []).push(...validate124.errors);
errors = vErrors.length;
}
}
if(data196.destinations !== undefined){
if(!(validate131(data196.destinations, {instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1")+"/destinations",parentData:data196,parentDataProperty:"destinations",rootData}))){
(vErrors ??= []).push(...validate131.errors);
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts/" + key36.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/hosts",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data201 = data131.locales;
if(data201 && typeof data201 == "object" && !Array.isArray(data201)){
if(data201.default === undefined){
data201.default = "en";
}
if(data201.enabled === undefined){
data201.enabled = ["en","de","fr","es","pt-BR","it","nl","pl","tr","ja","ko","zh-Hans","zh-Hant","ar","he"];
}
if(data201.overrides === undefined){
data201.overrides = {};
}
for(const key38 in data201){
if(!(((key38 === "default") || (key38 === "enabled")) || (key38 === "overrides"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales",keyword:"additionalProperties",params:{additionalProperty: key38},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate234(data201.default, {instancePath:instancePath+"/login/locales/default",parentData:data201,parentDataProperty:"default",rootData}))){
(vErrors ??= []).push(...validate234.errors);
errors = vErrors.length;
}
let data203 = data201.enabled;
if(Array.isArray(data203)){
if(data203.length < 1){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"});
errors++;
}
const len14 = data203.length;
for(let i17=0; i17<len14; i17++){
let data204 = data203[i17];
if(typeof data204 === "string"){
if(!pattern47.test(data204)){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i17,keyword:"pattern",params:{pattern: "^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"},message:"must match pattern \""+"^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$"+"\""});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled/" + i17,keyword:"type",params:{type: "string"},message:"must be string"});
errors++;
}
}
let i18 = data203.length;
let j3;
if(i18 > 1){
const indices2 = {};
for(;i18--;){
let item2 = data203[i18];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j3 = indices2[item2];
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"uniqueItems",params:{i: i18, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i18+" are identical)"});
errors++;
break;
}
indices2[item2] = i18;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/enabled",keyword:"type",params:{type: "array"},message:"must be array"});
errors++;
}
let data205 = data201.overrides;
if(data205 && typeof data205 == "object" && !Array.isArray(data205)){
for(const key39 in data205){
if(!(pattern47.test(key39))){
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides",keyword:"additionalProperties",params:{additionalProperty: key39},message:"must NOT have additional properties"});
errors++;
}
}
for(const key40 in data205){
if(pattern47.test(key40)){
let data206 = data205[key40];
if(data206 && typeof data206 == "object" && !Array.isArray(data206)){
for(const key41 in data206){
if(pattern31.test(key41)){
if(!(validate28(data206[key41], {instancePath:instancePath+"/login/locales/overrides/" + key40.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key41.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data206,parentDataProperty:key41,rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides/" + key40.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales/overrides",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/locales",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data208 = data131.security;
if(data208 && typeof data208 == "object" && !Array.isArray(data208)){
if(data208.trustedTypes === undefined){
data208.trustedTypes = "auto";
}
if(data208.reportUri === undefined){
data208.reportUri = null;
}
if(data208.recaptcha === undefined){
data208.recaptcha = false;
}
for(const key42 in data208){
if(!(((key42 === "trustedTypes") || (key42 === "reportUri")) || (key42 === "recaptcha"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"additionalProperties",params:{additionalProperty: key42},message:"must NOT have additional properties"});
errors++;
}
}
let data209 = data208.trustedTypes;
if(!((data209 === "auto") || (data209 === "off"))){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/trustedTypes",keyword:"enum",params:{allowedValues: schema6.properties.login.properties.security.properties.trustedTypes.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data210 = data208.reportUri;
if((typeof data210 !== "string") && (data210 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"type",params:{type: schema6.properties.login.properties.security.properties.reportUri.type},message:"must be string,null"});
errors++;
}
if(typeof data210 === "string"){
if(!pattern52.test(data210)){
(vErrors ??= []).push({instancePath:instancePath+"/login/security/reportUri",keyword:"pattern",params:{pattern: "^https://[^\\s;,'\"]+$"},message:"must match pattern \""+"^https://[^\\s;,'\"]+$"+"\""});
errors++;
}
}
if(!(validate35(data208.recaptcha, {instancePath:instancePath+"/login/security/recaptcha",parentData:data208,parentDataProperty:"recaptcha",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login/security",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data212 = data131.emulator;
if((typeof data212 !== "string") && (data212 !== null)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"type",params:{type: schema6.properties.login.properties.emulator.type},message:"must be string,null"});
errors++;
}
if(typeof data212 === "string"){
if(!pattern53.test(data212)){
(vErrors ??= []).push({instancePath:instancePath+"/login/emulator",keyword:"pattern",params:{pattern: "^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$"+"\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/login",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data213 = data.account;
if(data213 && typeof data213 == "object" && !Array.isArray(data213)){
if(data213.enabled === undefined){
data213.enabled = false;
}
if(data213.name === undefined){
data213.name = true;
}
if(data213.password === undefined){
data213.password = true;
}
if(data213.email === undefined){
data213.email = true;
}
if(data213.providers === undefined){
data213.providers = true;
}
if(data213.secondStep === undefined){
data213.secondStep = true;
}
if(data213.passkeys === undefined){
data213.passkeys = true;
}
if(data213.export === undefined){
data213.export = true;
}
if(data213.delete === undefined){
data213.delete = false;
}
for(const key43 in data213){
if(!(func2.call(schema6.properties.account.properties, key43))){
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"additionalProperties",params:{additionalProperty: key43},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data213.enabled, {instancePath:instancePath+"/account/enabled",parentData:data213,parentDataProperty:"enabled",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.name, {instancePath:instancePath+"/account/name",parentData:data213,parentDataProperty:"name",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.password, {instancePath:instancePath+"/account/password",parentData:data213,parentDataProperty:"password",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.email, {instancePath:instancePath+"/account/email",parentData:data213,parentDataProperty:"email",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.providers, {instancePath:instancePath+"/account/providers",parentData:data213,parentDataProperty:"providers",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.secondStep, {instancePath:instancePath+"/account/secondStep",parentData:data213,parentDataProperty:"secondStep",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.passkeys, {instancePath:instancePath+"/account/passkeys",parentData:data213,parentDataProperty:"passkeys",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.export, {instancePath:instancePath+"/account/export",parentData:data213,parentDataProperty:"export",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data213.delete, {instancePath:instancePath+"/account/delete",parentData:data213,parentDataProperty:"delete",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/account",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data223 = data.log;
if(data223 && typeof data223 == "object" && !Array.isArray(data223)){
if(data223.level === undefined){
data223.level = "info";
}
if(data223.format === undefined){
data223.format = "json";
}
if(data223.requests === undefined){
data223.requests = "all";
}
if(data223.sample === undefined){
data223.sample = 1;
}
if(data223.slowMs === undefined){
data223.slowMs = 5000;
}
for(const key44 in data223){
if(!(((((key44 === "level") || (key44 === "format")) || (key44 === "requests")) || (key44 === "sample")) || (key44 === "slowMs"))){
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"additionalProperties",params:{additionalProperty: key44},message:"must NOT have additional properties"});
errors++;
}
}
let data224 = data223.level;
if(!(((((((data224 === "fatal") || (data224 === "error")) || (data224 === "warn")) || (data224 === "info")) || (data224 === "debug")) || (data224 === "trace")) || (data224 === "silent"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/level",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.level.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data225 = data223.format;
if(!((data225 === "json") || (data225 === "text"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/format",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data226 = data223.requests;
if(!(((data226 === "all") || (data226 === "refused")) || (data226 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/log/requests",keyword:"enum",params:{allowedValues: schema6.properties.log.properties.requests.enum},message:"must be equal to one of the allowed values"});
errors++;
}
let data227 = data223.sample;
if((typeof data227 == "number") && (isFinite(data227))){
if(data227 > 1 || isNaN(data227)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"});
errors++;
}
if(data227 < 0 || isNaN(data227)){
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log/sample",keyword:"type",params:{type: "number"},message:"must be number"});
errors++;
}
let data228 = data223.slowMs;
if(!(((typeof data228 == "number") && (!(data228 % 1) && !isNaN(data228))) && (isFinite(data228)))){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data228 == "number") && (isFinite(data228))){
if(data228 > 3600000 || isNaN(data228)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"maximum",params:{comparison: "<=", limit: 3600000},message:"must be <= 3600000"});
errors++;
}
if(data228 < 1 || isNaN(data228)){
(vErrors ??= []).push({instancePath:instancePath+"/log/slowMs",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/log",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data229 = data.audit;
if(data229 && typeof data229 == "object" && !Array.isArray(data229)){
if(data229.to === undefined){
data229.to = "stdout";
}
if(data229.format === undefined){
data229.format = "json";
}
if(data229.refreshes === undefined){
data229.refreshes = false;
}
for(const key45 in data229){
if(!(((key45 === "to") || (key45 === "format")) || (key45 === "refreshes"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"additionalProperties",params:{additionalProperty: key45},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate28(data229.to, {instancePath:instancePath+"/audit/to",parentData:data229,parentDataProperty:"to",rootData}))){
(vErrors ??= []).push(...validate28.errors);
errors = vErrors.length;
}
let data231 = data229.format;
if(!((data231 === "json") || (data231 === "cloudevents"))){
(vErrors ??= []).push({instancePath:instancePath+"/audit/format",keyword:"enum",params:{allowedValues: schema6.properties.audit.properties.format.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data229.refreshes, {instancePath:instancePath+"/audit/refreshes",parentData:data229,parentDataProperty:"refreshes",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/audit",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data233 = data.tracing;
if(data233 && typeof data233 == "object" && !Array.isArray(data233)){
if(data233.accept === undefined){
data233.accept = "trusted";
}
if(data233.paths === undefined){
data233.paths = false;
}
if(data233.subject === undefined){
data233.subject = false;
}
for(const key46 in data233){
if(!(((key46 === "accept") || (key46 === "paths")) || (key46 === "subject"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"additionalProperties",params:{additionalProperty: key46},message:"must NOT have additional properties"});
errors++;
}
}
let data234 = data233.accept;
if(!(((data234 === "trusted") || (data234 === "all")) || (data234 === "none"))){
(vErrors ??= []).push({instancePath:instancePath+"/tracing/accept",keyword:"enum",params:{allowedValues: schema6.properties.tracing.properties.accept.enum},message:"must be equal to one of the allowed values"});
errors++;
}
if(!(validate35(data233.paths, {instancePath:instancePath+"/tracing/paths",parentData:data233,parentDataProperty:"paths",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate35(data233.subject, {instancePath:instancePath+"/tracing/subject",parentData:data233,parentDataProperty:"subject",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/tracing",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data237 = data.workers;
if((!(((typeof data237 == "number") && (!(data237 % 1) && !isNaN(data237))) && (isFinite(data237)))) && (typeof data237 !== "string")){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"type",params:{type: schema6.properties.workers.type},message:"must be integer,string"});
errors++;
}
if((typeof data237 == "number") && (isFinite(data237))){
if(data237 > 64 || isNaN(data237)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"maximum",params:{comparison: "<=", limit: 64},message:"must be <= 64"});
errors++;
}
if(data237 < 1 || isNaN(data237)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"});
errors++;
}
}
if(typeof data237 === "string"){
if(!pattern54.test(data237)){
(vErrors ??= []).push({instancePath:instancePath+"/workers",keyword:"pattern",params:{pattern: "^auto$"},message:"must match pattern \""+"^auto$"+"\""});
errors++;
}
}
let data238 = data.reload;
if(data238 && typeof data238 == "object" && !Array.isArray(data238)){
if(data238.watch === undefined){
data238.watch = true;
}
if(data238.pollSeconds === undefined){
data238.pollSeconds = 10;
}
for(const key47 in data238){
if(!((key47 === "watch") || (key47 === "pollSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"additionalProperties",params:{additionalProperty: key47},message:"must NOT have additional properties"});
errors++;
}
}
if(!(validate35(data238.watch, {instancePath:instancePath+"/reload/watch",parentData:data238,parentDataProperty:"watch",rootData}))){
(vErrors ??= []).push(...validate35.errors);
errors = vErrors.length;
}
if(!(validate252(data238.pollSeconds, {instancePath:instancePath+"/reload/pollSeconds",parentData:data238,parentDataProperty:"pollSeconds",rootData}))){
(vErrors ??= []).push(...validate252.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/reload",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
let data241 = data.shutdown;
if(data241 && typeof data241 == "object" && !Array.isArray(data241)){
if(data241.drainSeconds === undefined){
data241.drainSeconds = 0;
}
if(data241.graceSeconds === undefined){
data241.graceSeconds = 30;
}
for(const key48 in data241){
if(!((key48 === "drainSeconds") || (key48 === "graceSeconds"))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown",keyword:"additionalProperties",params:{additionalProperty: key48},message:"must NOT have additional properties"});
errors++;
}
}
let data242 = data241.drainSeconds;
if(!(((typeof data242 == "number") && (!(data242 % 1) && !isNaN(data242))) && (isFinite(data242)))){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"});
errors++;
}
if((typeof data242 == "number") && (isFinite(data242))){
if(data242 > 600 || isNaN(data242)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600"});
errors++;
}
if(data242 < 0 || isNaN(data242)){
(vErrors ??= []).push({instancePath:instancePath+"/shutdown/drainSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"});
errors++;
}
}
if(!(validate252(data241.graceSeconds, {instancePath:instancePath+"/shutdown/graceSeconds",parentData:data241,parentDataProperty:"graceSeconds",rootData}))){
(vErrors ??= []).push(...validate252.errors);
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({instancePath:instancePath+"/shutdown",keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
}
else {
(vErrors ??= []).push({instancePath,keyword:"type",params:{type: "object"},message:"must be object"});
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

