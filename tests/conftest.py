"""How all tests are run: no property fails because a machine was slow. Speed is measured in tests/benchmarks."""

from hypothesis import HealthCheck, settings

settings.register_profile("tortuga", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("tortuga")
