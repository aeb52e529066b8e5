c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.JupyterHub.authenticator_class = "jhub_remote_user_authenticator.remote_user_auth.RemoteUserAuthenticator"
c.RemoteUserAuthenticator.header_name = "Remote-User"
# Otherwise it warns at its start. The gateway decides.
c.Authenticator.allow_all = True
