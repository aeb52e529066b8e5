# In config/ of AIRFLOW_HOME
from airflow.providers.fab.auth_manager.fab_auth_manager import FabAuthManager


class GatehouseAuthManager(FabAuthManager):
    # Airflow's own page would sign the visitor in again.
    def get_url_logout(self):
        return "/logout"
