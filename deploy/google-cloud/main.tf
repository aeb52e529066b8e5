# A gateway on Cloud Run, and the private application that it protects. See README.md.

locals {
  has_store  = var.max_instances > 1
  is_network = local.has_store || var.application_is_internal

  keys_folder  = "/run/secrets/signature-keys"
  store_folder = "/run/secrets/store"

  services = concat(
    ["run", "secretmanager", "identitytoolkit", "securetoken", "iamcredentials"],
    local.is_network ? ["compute"] : [],
    local.has_store ? ["redis"] : []
  )
}

resource "google_project_service" "used" {
  for_each = toset(local.services)

  project            = var.project_id
  service            = "${each.value}.googleapis.com"
  disable_on_destroy = false
}

module "settings" {
  source = "./settings"

  public_url            = var.public_url
  project_id            = var.project_id
  api_key               = var.api_key
  service_account_email = google_service_account.gateway.email
  application_url       = google_cloud_run_v2_service.application.uri
  signature_keys_file   = "${local.keys_folder}/keys"
  trusted_proxies       = var.trusted_proxies
  is_behind_hosting     = var.is_behind_hosting
  environment           = var.environment

  store = local.has_store ? {
    url           = "redis://${google_redis_instance.store[0].host}:${google_redis_instance.store[0].port}/0"
    password_file = "${local.store_folder}/password"
  } : null
}

resource "google_cloud_run_v2_service" "application" {
  project             = var.project_id
  location            = var.region
  name                = "${var.name}-application"
  ingress             = var.application_is_internal ? "INGRESS_TRAFFIC_INTERNAL_ONLY" : "INGRESS_TRAFFIC_ALL"
  deletion_protection = var.deletion_protection

  template {
    service_account = google_service_account.application.email

    containers {
      image = var.application_image

      ports {
        container_port = var.application_port
      }
    }
  }

  depends_on = [google_project_service.used]
}

resource "google_cloud_run_v2_service" "gateway" {
  project             = var.project_id
  location            = var.region
  name                = var.name
  ingress             = "INGRESS_TRAFFIC_ALL"
  deletion_protection = var.deletion_protection

  template {
    service_account                  = google_service_account.gateway.email
    max_instance_request_concurrency = var.concurrency
    # The longest that Cloud Run allows: it also ends WebSockets and event streams.
    timeout = "3600s"

    scaling {
      min_instance_count = var.min_instances
      max_instance_count = var.max_instances
    }

    containers {
      image = var.image

      ports {
        container_port = 8080
      }

      dynamic "env" {
        for_each = module.settings.environment

        content {
          name  = env.key
          value = env.value
        }
      }

      resources {
        limits = {
          cpu    = "1"
          memory = "512Mi"
        }
        cpu_idle          = !var.is_cpu_always_allocated
        startup_cpu_boost = true
      }

      # The management listener, which only probes reach.
      startup_probe {
        period_seconds    = 1
        timeout_seconds   = 1
        failure_threshold = 60

        http_get {
          path = "/readyz"
          port = 9464
        }
      }

      liveness_probe {
        period_seconds    = 30
        timeout_seconds   = 4
        failure_threshold = 3

        http_get {
          path = "/livez"
          port = 9464
        }
      }

      volume_mounts {
        name       = "signature-keys"
        mount_path = local.keys_folder
      }

      dynamic "volume_mounts" {
        for_each = local.has_store ? ["store"] : []

        content {
          name       = volume_mounts.value
          mount_path = local.store_folder
        }
      }
    }

    volumes {
      name = "signature-keys"

      secret {
        secret = var.signature_keys_secret

        items {
          version = "latest"
          path    = "keys"
        }
      }
    }

    dynamic "volumes" {
      for_each = local.has_store ? ["store"] : []

      content {
        name = volumes.value

        secret {
          secret = google_secret_manager_secret.store_password[0].secret_id

          items {
            version = google_secret_manager_secret_version.store_password[0].version
            path    = "password"
          }
        }
      }
    }

    dynamic "vpc_access" {
      for_each = local.is_network ? [google_compute_subnetwork.gateway[0].id] : []

      content {
        egress = var.application_is_internal ? "ALL_TRAFFIC" : "PRIVATE_RANGES_ONLY"

        network_interfaces {
          network    = google_compute_network.gateway[0].id
          subnetwork = vpc_access.value
        }
      }
    }
  }

  # A revision does not start without its secrets.
  depends_on = [
    google_secret_manager_secret_iam_member.signature_keys,
    google_secret_manager_secret_iam_member.store_password
  ]
}

resource "google_cloud_run_domain_mapping" "gateway" {
  count = var.domain == null ? 0 : 1

  project  = var.project_id
  location = var.region
  name     = var.domain

  metadata {
    namespace = var.project_id
  }

  spec {
    route_name = google_cloud_run_v2_service.gateway.name
  }
}
