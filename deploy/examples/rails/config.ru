require "action_controller/railtie"
require "jwt"
require "net/http"

class Application < Rails::Application
  config.eager_load = true
  config.secret_key_base = SecureRandom.hex(64)
  routes.append { root to: "visitors#show" }
end

class VisitorsController < ActionController::API
  KEYS = lambda do |options|
    @keys = nil if options[:invalidate]
    @keys ||= JSON.parse(Net::HTTP.get(URI("#{ENV.fetch("ISSUER")}/jwks.json")), symbolize_names: true)
  end
  EXPECTED = { iss: ENV.fetch("ISSUER"), verify_iss: true, aud: ENV.fetch("AUDIENCE"), verify_aud: true }

  before_action do
    assertion = request.headers["X-Gatehouse-Assertion"]
    @visitor, = JWT.decode(assertion, nil, true, algorithms: %w[ES256 RS256], jwks: KEYS, **EXPECTED)
  rescue JWT::DecodeError
    head :unauthorized
  end

  def show = render(json: { uid: @visitor["sub"], email: @visitor["email"] })
end

run Application.initialize!
