output "gateway_url" {
  value       = google_cloud_run_v2_service.gateway.uri
  description = "The gateway's own address. Sign-ins work at `public_url` only."
}

output "application_url" {
  value       = google_cloud_run_v2_service.application.uri
  description = "Responds with 403 to everyone but the gateway."
}

output "gateway_service_account" {
  value       = google_service_account.gateway.email
  description = "The account as which the gateway calls Google and the application."
}

output "dns_records" {
  value       = var.domain == null ? [] : google_cloud_run_domain_mapping.gateway[0].status[0].resource_records
  description = "Records to create for `domain`."
}
