"""Every kernel and subprocess started by a test sees what the lessons were built with."""

from kernel_environment import fix_environment

fix_environment()
