-- HAProxy asks Gatehouse about a request: `http-request lua.gatehouse` lets it pass with the identity of the visitor, or
-- ends it with the gateway's answer.

local QUESTIONS = "http://127.0.0.1:8081/_auth/verify"
local TIMEOUT_MS = 10000

-- What the gateway has to know of the visitor's request; all else stays here.
local FORWARDED = {
  "cookie", "authorization", "origin", "referer", "accept", "accept-language", "user-agent", "upgrade", "traceparent",
  "sec-fetch-mode", "sec-fetch-site", "sec-fetch-dest", "sec-purpose", "sec-ch-ua", "destination", "x-firebase-appcheck",
  "secure-session-skipped",                             -- with `session.deviceBinding`: why a proof is missing
  "content-type", "next-action", "rsc-action-id",       -- with `framework`: whether a request is an action
}

-- What the application learns. Each is taken away first, so that a copy of the visitor's never arrives.
local IDENTITY = {
  "x-forwarded-user", "x-forwarded-email", "x-forwarded-preferred-username", "x-forwarded-groups",
  "x-gatehouse-tenant", "x-gatehouse-issuer", "x-gatehouse-expired", "x-gatehouse-assertion", "cookie", "authorization",
}

-- What belongs to the connection with the gateway, and not to its answer.
local OF_CONNECTION = { ["connection"] = true, ["keep-alive"] = true, ["transfer-encoding"] = true, ["content-length"] = true }

-- HAProxy counts the values of a header from 0.
local function values_of(header)
  local values, index = {}, 0
  while header and header[index] do
    values[#values + 1] = header[index]
    index = index + 1
  end
  return values
end

local function question_about(txn)
  local sent = txn.http:req_get_headers()
  local host = txn.sf:req_fhdr("host")          -- all of it: req.hdr would take what follows the last comma
  local question = {
    ["x-request-id"] = { txn.sf:unique_id() },
    ["x-forwarded-method"] = { txn.sf:method() },
    ["x-forwarded-proto"] = { sent["x-forwarded-proto"][0] },      -- as haproxy.cfg says
    ["x-forwarded-host"] = { host },
    ["x-forwarded-uri"] = { txn.sf:pathq() },
    ["x-forwarded-for"] = { txn.sf:src() },
  }
  for _, name in ipairs(FORWARDED) do
    local values = values_of(sent[name])
    if #values > 0 then question[name] = values end
  end
  return question
end

local function pass(txn, answer)
  for _, name in ipairs(IDENTITY) do
    local values = values_of(answer.headers[name])
    txn.http:req_del_header(name)
    if #values == 1 and values[1] ~= "" then txn.http:req_set_header(name, values[1]) end
  end
  -- haproxy.cfg adds them to the response.
  for number, cookie in ipairs(values_of(answer.headers["set-cookie"])) do
    txn:set_var("txn.gatehouse_set_" .. number, cookie)
  end
end

local function refuse(txn, answer)
  local reply = txn:reply({ status = answer.status, reason = answer.reason })
  for name, header in pairs(answer.headers) do
    if not OF_CONNECTION[name] then
      for _, value in ipairs(values_of(header)) do reply:add_header(name, value) end
    end
  end
  if answer.body then reply:set_body(answer.body) end
  txn:done(reply)
end

local function refuse_without_answer(txn)
  local reply = txn:reply({ status = 503, reason = "Service Unavailable" })
  reply:add_header("content-type", "text/plain")
  reply:add_header("cache-control", "no-store")
  reply:add_header("retry-after", "5")
  reply:set_body("Sign-in is not available right now.\n")
  txn:done(reply)
end

core.register_action("gatehouse", { "http-req" }, function(txn)
  local answer = core.httpclient():get({ url = QUESTIONS, headers = question_about(txn), timeout = TIMEOUT_MS })
  if not answer or answer.status < 200 or answer.status > 599 then
    refuse_without_answer(txn)
  elseif answer.status == 200 then
    pass(txn, answer)
  else
    refuse(txn, answer)
  end
end, 0)
