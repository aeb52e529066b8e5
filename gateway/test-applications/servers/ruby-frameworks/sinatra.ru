require "sinatra/base"

class Application < Sinatra::Base
  set :strict_paths, false
  set :public_folder, ENV.fetch("SITE")
  set :host_authorization, {}
  enable :method_override

  get("/admin") { "PROTECTED-admin" }
  get("/admin/panel") { "PROTECTED-admin" }
  get("/secret") { "PROTECTED-secret" }
  get("/büro/:page") { "PROTECTED-office" }
  get("/a/b/private/*") { "PROTECTED-private" }
  ["/", "/public/page", "/hello", "/administration", "/secrets", "/grün/wiese", "/a/b/open"].each do |path|
    get(path) { "PUBLIC #{path}" }
  end
end

run Application
