<?php
// As front controllers of frameworks do: the path comes from the request, without the script's own name.
$script = $_SERVER['SCRIPT_NAME'];
$path = rawurldecode(strtok($_SERVER['REQUEST_URI'], '?'));
if (preg_match('~^https?://[^/]*~i', $path, $origin)) $path = substr($path, strlen($origin[0]));
if (stripos($path, $script) === 0) $path = substr($path, strlen($script));
$path = '/' . trim($path, '/');
$pages = [
  '/admin' => 'PROTECTED-admin', '/admin/panel' => 'PROTECTED-admin', '/secret' => 'PROTECTED-secret',
  '/büro/akten' => 'PROTECTED-office', '/a/b/private/page' => 'PROTECTED-private',
  '/' => 'PUBLIC /', '/public/page' => 'PUBLIC page', '/hello' => 'PUBLIC hello', '/administration' => 'PUBLIC administration',
  '/secrets' => 'PUBLIC secrets', '/grün/wiese' => 'PUBLIC wiese', '/a/b/open' => 'PUBLIC open',
];
header('Content-Type: text/plain');
if (!isset($pages[$path])) http_response_code(404);
echo $pages[$path] ?? 'missing';
