# A store that several instances share, and the network in which they reach it.

resource "google_compute_network" "gateway" {
  count = local.is_network ? 1 : 0

  project                 = var.project_id
  name                    = var.name
  auto_create_subnetworks = false

  depends_on = [google_project_service.used]
}

resource "google_compute_subnetwork" "gateway" {
  count = local.is_network ? 1 : 0

  project                  = var.project_id
  region                   = var.region
  name                     = var.name
  network                  = google_compute_network.gateway[0].id
  ip_cidr_range            = "10.123.0.0/24"
  private_ip_google_access = true
}

resource "google_redis_instance" "store" {
  count = local.has_store ? 1 : 0

  project            = var.project_id
  region             = var.region
  name               = var.name
  tier               = "STANDARD_HA"
  memory_size_gb     = 1
  redis_version      = "REDIS_7_2"
  authorized_network = google_compute_network.gateway[0].id
  auth_enabled       = true

  # Node.js refuses Memorystore's certificates: they name an address where a name is expected. The gateway encrypts what it stores.
  transit_encryption_mode = "DISABLED"

  # A store that evicts keys when it is full would forget ended sessions.
  redis_configs = {
    "maxmemory-policy" = "noeviction"
  }

  depends_on = [google_project_service.used]
}

resource "google_secret_manager_secret" "store_password" {
  count = local.has_store ? 1 : 0

  project   = var.project_id
  secret_id = "${var.name}-store-password"

  replication {
    auto {}
  }

  depends_on = [google_project_service.used]
}

resource "google_secret_manager_secret_version" "store_password" {
  count = local.has_store ? 1 : 0

  secret      = google_secret_manager_secret.store_password[0].id
  secret_data = google_redis_instance.store[0].auth_string
}
