-- Asks Gatehouse about requests before Apache httpd (mod_lua, access checker) passes them to an application.

local socket = require "socket"

local gateway_host, gateway_port = "127.0.0.1", 8081
local question = "/_auth/verify"
local connect_seconds, answer_seconds = 2, 10

-- The application learns these from the gateway alone. What it does not say, or says empty, is taken out.
local identity_headers = {
  "Cookie", "Authorization",
  "X-Forwarded-User", "X-Forwarded-Email", "X-Forwarded-Preferred-Username", "X-Forwarded-Groups",
  "X-Gatehouse-Assertion", "X-Gatehouse-Tenant", "X-Gatehouse-Issuer", "X-Gatehouse-Expired",
}
-- What reverse-proxy mode removes, too. Other paths, methods and addresses than those of the
-- request, and identities of other gateways. Delete a name that your application needs from its client.
-- BEGIN client headers, by `npm run generate`
local dropped_names = {
  "ali-cdn-real-ip", "cdn-src-ip", "cf-connecting-ip", "cf-connecting-ipv6", "cf-pseudo-ipv4",
  "client-cert", "client-cert-chain", "client-ip", "cloudfront-viewer-address", "do-connecting-ip",
  "fastly-client-ip", "fly-client-ip", "forwarded", "forwarded-for", "front-end-https",
  "http2-settings", "incap-client-ip", "next-resume", "proxy", "proxy-authenticate",
  "proxy-authorization", "proxy-client-ip", "proxy-connection", "request-uri", "teleport-jwt-assertion",
  "true-client-ip", "x-access-token", "x-action-forwarded", "x-anonymous-consumer",
  "x-apigateway-api-userinfo", "x-arr-ssl", "x-astro-locals", "x-astro-path", "x-auth-email",
  "x-auth-groups", "x-auth-roles", "x-auth-subject", "x-auth-user", "x-auth-userid", "x-auth-username",
  "x-azure-clientip", "x-azure-socketip", "x-backend-host", "x-client-ip", "x-cluster-client-ip",
  "x-endpoint-api-userinfo", "x-forwarded", "x-host", "x-http-destinationurl", "x-http-host-override",
  "x-http-method", "x-http-method-override", "x-http-path-override", "x-id-token", "x-invoke-error",
  "x-invoke-output", "x-invoke-path", "x-invoke-query", "x-invoke-status", "x-jwt-assertion",
  "x-matched-path", "x-method-override", "x-next-resume-state-length", "x-nf-client-connection-ip",
  "x-now-route-matches", "x-original-forwarded-for", "x-original-host", "x-original-method",
  "x-original-remote-addr", "x-original-uri", "x-original-url", "x-originating-ip", "x-override-url",
  "x-proxy-remote-user", "x-proxy-user", "x-proxyuser-ip", "x-real-ip", "x-replaced-path",
  "x-request-uri", "x-rewrite-uri", "x-rewrite-url", "x-scheme", "x-script-name",
  "x-serverless-authorization", "x-sucuri-clientip", "x-url-scheme", "x-userinfo",
  "x-vercel-forwarded-for",
}
local dropped_prefixes = {
  "cf-access-", "iv-", "mellon-", "oidc-", "remote-", "shib-", "sm-", "ssl-client-", "tailscale-",
  "wl-proxy-", "x-accel-", "x-amzn-mtls-", "x-amzn-oidc-", "x-appengine-", "x-arr-clientcert",
  "x-auth-request-", "x-authenticated-", "x-authentik-", "x-client-cert", "x-consumer-",
  "x-credential-", "x-envoy-", "x-forwarded-", "x-gatehouse-", "x-goog-authenticated-user-",
  "x-goog-iap-", "x-middleware-", "x-ms-client-principal", "x-ms-token-", "x-pomerium-", "x-remote-",
  "x-reproxy-", "x-sendfile", "x-ssl-client-", "x-vouch-", "x-webauth-",
}
-- END client headers
local is_dropped = {}
for _, name in ipairs(dropped_names) do is_dropped[name] = true end
local asked_with = {
  "Cookie", "Authorization", "Accept", "Accept-Language", "Origin", "Referer", "User-Agent", "Upgrade",
  "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-Dest", "Sec-Purpose", "Sec-CH-UA", "Destination", "X-Firebase-AppCheck",
  "Secure-Session-Skipped", -- with `session.deviceBinding`: why a proof is missing
  "Content-Type", "Next-Action", "RSC-Action-Id", -- with `framework`: whether a request is an action
}
-- Pages of the gateway itself, by the path as it was sent.
local pages = {
  "^/login$", "^/login/", "^/logout$", "^/_auth/", "^/__/auth/", "^/__/firebase/init%.json$", "^/%.well%-known/change%-password$",
  "^/%.well%-known/oauth%-protected%-resource$", "^/%.well%-known/oauth%-protected%-resource/", "^/%.well%-known/oauth%-authorization%-server/",
}
local not_copied = { connection = true, ["keep-alive"] = true, date = true, ["content-type"] = true, ["content-length"] = true }

local function may_not_be_said(name)
  -- Many applications cannot tell X_Forwarded_User or X.Forwarded.User from the gateway's name.
  if is_dropped[name] or name:find("[^%w-]") then return true end
  for _, prefix in ipairs(dropped_prefixes) do
    if name:sub(1, #prefix) == prefix then return true end
  end
  return false
end

local function clean(r)
  for name in pairs(r:headers_in_table()) do
    if may_not_be_said(name:lower()) then r.headers_in[name] = nil end
  end
  -- Headers that the visitor names in Connection are taken out on the way to the application, the gateway's too.
  local connection = (r.headers_in["Connection"] or ""):lower()
  -- Only WebSocket connections may leave HTTP/1.1: an `Upgrade: h2c` that reaches the application opens a tunnel for requests
  -- that Gatehouse never sees.
  local is_socket = (r.headers_in["Upgrade"] or ""):lower() == "websocket"
  r.headers_in["Upgrade"] = is_socket and "websocket" or nil
  r.headers_in["Connection"] = is_socket and "Upgrade" or connection:find("close", 1, true) and "close" or nil
end

local function write_question(r)
  -- As Apache itself would write it: `ServerName https://…` says that TLS ends before this server.
  local scheme, host = r:construct_url(""):match("^(%a+)://([^/]+)")
  local lines = {
    "GET " .. question .. " HTTP/1.1", "Host: " .. host, "Connection: close",
    "X-Forwarded-Method: " .. r.method, "X-Forwarded-Proto: " .. scheme, "X-Forwarded-Host: " .. host,
    "X-Forwarded-Uri: " .. r.unparsed_uri, "X-Forwarded-For: " .. r.useragent_ip,
    "X-Request-Id: " .. r.subprocess_env["UNIQUE_ID"],
  }
  for _, name in ipairs(asked_with) do
    local value = r.headers_in[name]
    if value then lines[#lines + 1] = name .. ": " .. value end
  end
  for _, line in ipairs(lines) do
    if line:find("[\r\n%z]") then error("a line of the question has a line break") end
  end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

local function read_head(connection)
  local status = tonumber(assert(connection:receive("*l")):match("^HTTP/1%.1 (%d%d%d)"))
  local headers, cookies = {}, {}
  for line in function() return assert(connection:receive("*l")) end do
    if line == "" then return assert(status), headers, cookies end
    local name, value = line:match("^([^:%s]+):%s*(.-)%s*$")
    name = assert(name, "a line of the answer is no header"):lower()
    if name == "set-cookie" then cookies[#cookies + 1] = value else headers[name] = value end
  end
end

-- Raises an error unless the answer is complete.
local function ask(connection, text)
  connection:settimeout(connect_seconds)
  assert(connection:connect(gateway_host, gateway_port))
  connection:settimeout(answer_seconds, "t")
  assert(connection:send(text))
  local status, headers, cookies = read_head(connection)
  local length = tonumber(headers["content-length"]) or 0
  local body = length > 0 and assert(connection:receive(length)) or ""
  return { status = status, headers = headers, cookies = cookies, body = body }
end

local function refuse(r, answer)
  for name, value in pairs(answer.headers) do
    if not not_copied[name] then r.err_headers_out[name] = value end
  end
  r.headers_out["Location"] = answer.headers["location"]
  r.subprocess_env["GATEHOUSE_TYPE"] = answer.headers["content-type"] or "text/plain"
  r:custom_response(answer.status, answer.body)
  return answer.status
end

-- For hosts of applications: asks about every request.
function guard(r)
  clean(r)
  local connection = socket.tcp()
  local asked, answer = pcall(function() return ask(connection, write_question(r)) end)
  connection:close()
  if not asked then
    r:err("gatehouse: no answer: " .. tostring(answer))
    r.err_headers_out["Retry-After"] = "5"
    return 503
  end
  -- Header lines of gatehouse.conf add them to the response, whether Apache or the application writes it.
  for number, cookie in ipairs(answer.cookies) do r.subprocess_env["GATEHOUSE_COOKIE_" .. number] = cookie end
  if answer.status ~= 200 then return refuse(r, answer) end
  for _, name in ipairs(identity_headers) do
    local value = answer.headers[name:lower()]
    r.headers_in[name] = value ~= "" and value or nil
  end
  return apache2.OK
end

local function is_below(r, folders)
  local path = r.unparsed_uri:match("^[^?]*")
  local is_plain = not path:find("[^%w/_.~-]") and not path:find("//", 1, true) and not (path .. "/"):find("/%.%.?/")
  for _, folder in ipairs(folders) do
    if is_plain and path:find(folder) then return true end
  end
  return false
end

-- For the host of `publicUrl` where it serves an application too: no auth requests for the gateway's own pages.
function guard_beside_pages(r)
  if is_below(r, pages) then return apache2.OK end
  return guard(r)
end

-- For the other hosts: visitors sign out there, and where `cookie.domain` does not cover them, sessions arrive below /_auth/; `ProxyPass` has to
-- name both.
function guard_application(r)
  if is_below(r, { "^/logout$", "^/_auth/", "^/%.well%-known/oauth%-protected%-resource$", "^/%.well%-known/oauth%-protected%-resource/" }) then return apache2.OK end
  return guard(r)
end
