# The gateway's configuration as environment variables. Apart, because it needs no provider: the tests evaluate it.

variable "public_url" {
  type = string
}

variable "project_id" {
  type = string
}

variable "api_key" {
  type = string
}

variable "service_account_email" {
  type = string
}

variable "application_url" {
  type = string
}

variable "signature_keys_file" {
  type = string
}

variable "trusted_proxies" {
  type = list(string)
}

variable "is_behind_hosting" {
  type = bool
}

variable "store" {
  type = object({
    url           = string
    password_file = string
  })
  default = null
}

variable "environment" {
  type    = map(string)
  default = {}
}

locals {
  base = {
    GATEHOUSE_PUBLIC_URL                              = var.public_url
    GATEHOUSE_LISTEN_PORT                             = "8080"
    GATEHOUSE_TRUSTED_PROXIES                         = join(",", var.trusted_proxies)
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID            = var.project_id
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY               = var.api_key
    GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL = var.service_account_email
    GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE              = var.signature_keys_file
    GATEHOUSE_UPSTREAM_URL                            = var.application_url
    # Cloud Run finds a service by its own host name.
    GATEHOUSE_UPSTREAM_HOST_HEADER     = "upstream"
    GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN = "true"
    GATEHOUSE_LOG_FORMAT               = "google"
    # Cloud Run sends no new requests after SIGTERM, and kills the process 10 s later.
    GATEHOUSE_SHUTDOWN_DRAIN_SECONDS = "0"
    GATEHOUSE_SHUTDOWN_GRACE_SECONDS = "8"
    # Files of secrets do not change while an instance runs.
    GATEHOUSE_RELOAD_WATCH = "false"
  }

  hosting = {
    GATEHOUSE_COOKIE_NAME              = "__session"
    GATEHOUSE_COOKIE_ALLOW_PLAIN_NAME  = "true"
    GATEHOUSE_SESSION_REMEMBER_DEVICES = "false"
  }

  store = var.store == null ? {} : {
    GATEHOUSE_STORE_URL           = var.store.url
    GATEHOUSE_STORE_PASSWORD_FILE = var.store.password_file
  }
}

output "environment" {
  value       = merge(local.base, var.is_behind_hosting ? local.hosting : {}, local.store, var.environment)
  description = "Variable -> value."
}
