require "action_controller/railtie"

class Application < Rails::Application
  config.eager_load = true
  config.secret_key_base = SecureRandom.hex(64)
  config.logger = Logger.new(nil)
  config.hosts.clear
  config.public_file_server.enabled = true
  paths["public"] = ENV.fetch("SITE")
  routes.append do
    scope("/admin") do
      get "/", to: "pages#show", text: "PROTECTED-admin"
      get "/panel", to: "pages#show", text: "PROTECTED-admin"
    end
    get "/secret", to: "pages#show", text: "PROTECTED-secret"
    get "/büro/:page", to: "pages#show", text: "PROTECTED-office"
    get "/a/b/private/:page", to: "pages#show", text: "PROTECTED-private"
    %w[/ /public/page /hello /administration /secrets /grün/wiese /a/b/open].each do |path|
      get path, to: "pages#show", text: "PUBLIC #{path}"
    end
  end
end

class PagesController < ActionController::Base
  def show = render(plain: params[:text])
end

run Application.initialize!
