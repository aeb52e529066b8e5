# What each account may do, and nothing else.

resource "google_service_account" "gateway" {
  project      = var.project_id
  account_id   = "${var.name}-gateway"
  display_name = "Gatehouse"
}

resource "google_service_account" "application" {
  project      = var.project_id
  account_id   = "${var.name}-app"
  display_name = "The application behind Gatehouse"
}

resource "google_project_iam_custom_role" "accounts" {
  project     = var.project_id
  role_id     = replace("${var.name}_accounts", "-", "_")
  title       = "Gatehouse: accounts of visitors"
  description = "Look up accounts, and end their sign-ins."
  permissions = ["firebaseauth.users.get", "firebaseauth.users.update"]
}

resource "google_project_iam_custom_role" "signer" {
  project     = var.project_id
  role_id     = replace("${var.name}_signer", "-", "_")
  title       = "Gatehouse: signer"
  description = "Sign custom tokens. Granted on the gateway's own account only."
  permissions = ["iam.serviceAccounts.signBlob"]
}

resource "google_project_iam_member" "accounts" {
  project = var.project_id
  role    = google_project_iam_custom_role.accounts.id
  member  = google_service_account.gateway.member
}

resource "google_service_account_iam_member" "signer" {
  service_account_id = google_service_account.gateway.name
  role               = google_project_iam_custom_role.signer.id
  member             = google_service_account.gateway.member
}

resource "google_cloud_run_v2_service_iam_member" "gateway_calls_application" {
  project  = var.project_id
  location = var.region
  name     = google_cloud_run_v2_service.application.name
  role     = "roles/run.invoker"
  member   = google_service_account.gateway.member
}

resource "google_cloud_run_v2_service_iam_member" "everyone_calls_gateway" {
  project  = var.project_id
  location = var.region
  name     = google_cloud_run_v2_service.gateway.name
  role     = "roles/run.invoker"
  member   = "allUsers"
}

resource "google_secret_manager_secret_iam_member" "signature_keys" {
  project   = var.project_id
  secret_id = var.signature_keys_secret
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.gateway.member
}

resource "google_secret_manager_secret_iam_member" "store_password" {
  count = local.has_store ? 1 : 0

  project   = var.project_id
  secret_id = google_secret_manager_secret.store_password[0].secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.gateway.member
}
