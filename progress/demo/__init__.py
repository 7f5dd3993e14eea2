"""What ``manage.py demo`` brings to an empty site, each part said to be by the demo.

``games`` plays the campaign and finished games, ``engine`` publishes a graded file, ``classroom``
makes a class to enter, ``days`` solves a month of today's boards. All of it belongs to the people
of ``people``, and goes with them.
"""
