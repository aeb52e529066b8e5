// data/config.php
'auth_type' => 'http_auth',
'trusted_sources' => ['127.0.0.1/32'],
