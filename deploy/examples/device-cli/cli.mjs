// Signs in on the command line by a code that is entered in a browser (RFC 8628), and prints an access token.
const { ISSUER: issuer, CLIENT_ID: client_id, RESOURCE: resource, SCOPE: scope = '' } = process.env
if (!issuer || !client_id || !resource) throw new Error('set ISSUER, CLIENT_ID and RESOURCE')

const post = async (url, fields) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json()
const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
const asked = { client_id, scope, resource }
const device = await post(metadata.device_authorization_endpoint, asked)
if (device.error) throw new Error(`${device.error}: ${device.error_description}`)
console.error(`Open ${device.verification_uri} and enter ${device.user_code}`)

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
for (let seconds = device.interval ?? 5; ; ) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const answer = await post(metadata.token_endpoint, {
    grant_type,
    device_code: device.device_code,
    client_id,
    resource
  })
  if (answer.error === 'slow_down') seconds += 5
  else if (answer.error !== undefined && answer.error !== 'authorization_pending')
    throw new Error(answer.error)
  if (answer.access_token === undefined) continue
  console.log(answer.access_token)
  break
}
