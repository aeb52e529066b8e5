AUTHENTICATION_SOURCES = ["webserver"]
WEBSERVER_REMOTE_USER = "X-Forwarded-User"
WEBSERVER_REMOTE_USER_FROM_HEADER = True
WEBSERVER_TRUSTED_PROXIES = ["127.0.0.1"]  # the address from which the gateway connects
WEBSERVER_SHARED_SECRET = "a long random text"

# Each session has a random key of its own, so passwords of databases cannot be saved.
MASTER_PASSWORD_REQUIRED = False
ALLOW_SAVE_PASSWORD = False
