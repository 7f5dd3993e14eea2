"""Schools' systems over LTI 1.3: log-in, roles, links to tasks, and grades on their way back.

Only where requirements-lti.txt is installed: nothing else imports it, and its tables are in
``progress.models.schools``. Of ``django-lti`` it uses the platforms, the keys and the checks of a
launch, but none of its pages, and none of what it would store of people.
"""
