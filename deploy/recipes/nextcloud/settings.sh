occ config:system:set trusted_proxies 0 --value 127.0.0.1
occ config:system:set overwriteprotocol --value https
occ app:enable user_saml
occ config:app:set user_saml type --value environment-variable
occ saml:config:create
occ saml:config:set 1 --general-uid_mapping HTTP_X_FORWARDED_USER
